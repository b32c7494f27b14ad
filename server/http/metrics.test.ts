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
const localPeer = { 'x-townbell-peer': '127.0.0.1' };
const remotePeer = { 'x-townbell-peer': '203.0.113.7' };

describe.each([
	['outside production', 'development', TOKEN],
	['in production', 'production', TOKEN],
	['in production without a token', 'production', ''],
])('%s', (_, NODE_ENV, METRICS_TOKEN) => {
	const isLocalAllowed = NODE_ENV !== 'production';
	const hasToken = METRICS_TOKEN !== '';
	test.each([
		['from this machine', localPeer, isLocalAllowed],
		['from this machine over IPv6', { 'x-townbell-peer': '::1' }, isLocalAllowed],
		['from this machine as a mapped address', { 'x-townbell-peer': '::ffff:127.0.0.1' }, isLocalAllowed],
		['from another machine', remotePeer, false],
		['through a proxy here', { ...localPeer, 'x-forwarded-for': '203.0.113.7' }, false],
		['from nowhere', {}, false],
		['with the token', { ...remotePeer, ...createBearerHeader(TOKEN) }, hasToken],
		['from this machine with the token', { ...localPeer, ...createBearerHeader(TOKEN) }, hasToken],
		['with a wrong token', { ...localPeer, ...createBearerHeader('another') }, false],
	])('%s: %j is %s', async (_name, headers, allowed) => {
		const { mayReadMetrics } = await loadMetrics({ NODE_ENV, METRICS_TOKEN });
		expect(mayReadMetrics(new Request('http://localhost/metrics', { headers }))).toBe(allowed);
	});
});

test('a request is counted by kind, method and status', async () => {
	const { observeRequest, readMetrics } = await loadMetrics({});
	observeRequest('page', 'GET', 200, 12);
	const { text } = await readMetrics();
	expect(text).toContain('townbell_request_seconds_count{kind="page",method="GET",status="200"} 1');
	expect(text).toContain('process_cpu_user_seconds_total');
});
