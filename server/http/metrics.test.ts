import { describe, expect, test, vi } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';

const TOKEN = 'a-token-for-metrics-only';

/** Loads the module again for each environment, because the configuration is read once per process. */
function loadMetrics(environment: Record<string, string>) {
	vi.resetModules();
	useTestEnvironment(environment);
	return import('./metrics.ts');
}

const createBearerHeader = (token: string) => ({ authorization: `Bearer ${token}` });
const LOCAL = '127.0.0.1';
const REMOTE = '203.0.113.7';

describe.each([
	['outside production', 'development', TOKEN],
	['in production', 'production', TOKEN],
	['in production without a token', 'production', ''],
])('%s', (_, NODE_ENV, METRICS_TOKEN) => {
	const isLocalAllowed = NODE_ENV !== 'production';
	const hasToken = METRICS_TOKEN !== '';
	test.each([
		['from this machine', LOCAL, {}, isLocalAllowed],
		['from this machine over IPv6', '::1', {}, isLocalAllowed],
		['from this machine as a mapped address', '::ffff:127.0.0.1', {}, isLocalAllowed],
		['from another machine', REMOTE, {}, false],
		['through a proxy here', LOCAL, { 'x-forwarded-for': REMOTE }, false],
		['from nowhere', '', {}, false],
		['with the token', REMOTE, createBearerHeader(TOKEN), hasToken],
		['from this machine with the token', LOCAL, createBearerHeader(TOKEN), hasToken],
		['with a wrong token', LOCAL, createBearerHeader('another'), false],
	])('%s: %s %j is %s', async (_name, address, headers, allowed) => {
		const { mayReadMetrics } = await loadMetrics({ NODE_ENV, METRICS_TOKEN });
		expect(mayReadMetrics(new Request('http://localhost/metrics', { headers }), address)).toBe(allowed);
	});
});

test('a request is counted by route, kind, method and status', async () => {
	const { observeRequest, readMetrics } = await loadMetrics({});
	observeRequest({ route: '/events/:eventId', kind: 'page', method: 'GET', status: 200 }, 12);
	const { text } = await readMetrics(new Date());
	expect(text).toContain(
		'townbell_request_seconds_count{route="/events/:eventId",kind="page",method="GET",status="200"} 1',
	);
	expect(text).toContain('process_cpu_user_seconds_total');
	expect(text).toContain('townbell_ready 0');
});
