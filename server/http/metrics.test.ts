import { beforeAll, expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { mayReadMetrics, observeRequest, readMetrics } from './metrics.ts';

beforeAll(() => useTestEnvironment({ METRICS_TOKEN: 'a-token-for-metrics-only' }));

test.each([
	['from this machine', { 'x-townbell-peer': '127.0.0.1' }, true],
	['from this machine over IPv6', { 'x-townbell-peer': '::1' }, true],
	['from this machine as a mapped address', { 'x-townbell-peer': '::ffff:127.0.0.1' }, true],
	['from another machine', { 'x-townbell-peer': '203.0.113.7' }, false],
	['through a proxy here', { 'x-townbell-peer': '127.0.0.1', 'x-forwarded-for': '203.0.113.7' }, false],
	['from nowhere', {}, false],
	[
		'with the token',
		{ 'x-townbell-peer': '203.0.113.7', authorization: 'Bearer a-token-for-metrics-only' },
		true,
	],
	['with a wrong token', { 'x-townbell-peer': '127.0.0.1', authorization: 'Bearer another' }, false],
])('%s: %j', (_, headers, allowed) => {
	expect(mayReadMetrics(new Request('http://localhost/metrics', { headers }))).toBe(allowed);
});

test('a request is counted by kind, method and status', async () => {
	observeRequest('page', 'GET', 200, 12);
	const { text } = await readMetrics();
	expect(text).toContain('townbell_request_seconds_count{kind="page",method="GET",status="200"} 1');
	expect(text).toContain('process_cpu_user_seconds_total');
});
