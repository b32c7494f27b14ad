import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { serveTraceCollector } from '~/tests/support/trace-collector.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase } from '../support/own-database.ts';

/**
 * Prints the path of each module of OpenTelemetry that the process loads. Ours is a file of the build that contains the
 * packages.
 */
const PRINT_MODULES = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) {
	const loaded = next(url, context);
	if (Buffer.from(loaded.source ?? '').includes('OTEL_EXPORTER_OTLP_' + 'HEADERS')) console.error('loaded', url);
	return loaded;
} });`;

test.setTimeout(90_000);

/** Starts the built server with these variables, runs `work` and removes the database. */
async function withApp(env: Record<string, string>, work: (app: AppProcess) => Promise<void>): Promise<void> {
	const database = await createOwnDatabase();
	const app = startApp(
		await findFreePort(),
		{
			...standInEnvironment('http://127.0.0.1:9'),
			DATABASE_URL: database.url,
			DISCORD_SERVICE: 'off',
			LOG_LEVEL: 'info',
			...env,
		},
		{ command: [`--import=${PRINT_MODULES}`, './build/server/index.js'] },
	);
	try {
		await waitForStatus(app, '/readyz', 200, 60_000);
		await work(app);
	} finally {
		await app.stop('SIGKILL');
		await database.remove();
	}
}

const listRequests = (app: AppProcess) =>
	app
		.output()
		.split('\n')
		.filter((line) => line.startsWith('{') && line.includes('"msg":"request"'))
		.map((line) => JSON.parse(line) as { requestId: string; path: string; trace_id?: string });

test('a stop sends the last traces, whose requests are found in the log', async () => {
	const collector = await serveTraceCollector();
	try {
		await withApp({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path` }, async (app) => {
			expect((await fetch(`${app.url}/login?token=secret-of-the-query`)).status).toBe(200);
			expect((await fetch(`${app.url}/events/1`, { redirect: 'manual' })).status).toBe(302);
			expect(collector.spans).toEqual([]);
			expect(await app.stop('SIGTERM')).toBe(0);
			const requests = listRequests(app);
			expect(requests.map(({ path }) => path)).toEqual(['/login', '/events/1']);
			const spans = collector.spans.filter(({ kind }) => kind === 2);
			expect(spans.map(({ name }) => name)).toEqual(['GET /login', 'GET /events/:eventId']);
			expect(
				spans.map(({ traceId, attributes }) => ({
					trace_id: traceId,
					requestId: attributes['townbell.request_id'],
				})),
			).toEqual(requests.map(({ trace_id, requestId }) => ({ trace_id, requestId })));
			expect(collector.requests.map(({ path }) => path)).toEqual(['/own/path']);
			expect(JSON.stringify(collector.requests)).not.toContain('secret-of-the-query');
			expect(app.output()).toContain('loaded file://');
		});
	} finally {
		await collector.close();
	}
});

test('without a collector that responds, requests and the stop go on, and one line of the log says so', async () => {
	const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_TIMEOUT: '500' };
	await withApp(env, async (app) => {
		for (let n = 0; n < 20; n += 1) expect((await fetch(`${app.url}/login`)).status).toBe(200);
		await expect.poll(() => app.output(), { timeout: 40_000 }).toContain('traces cannot be sent');
		expect((await fetch(`${app.url}/login`)).status).toBe(200);
		const stopped = Date.now();
		expect(await app.stop('SIGTERM')).toBe(0);
		expect(Date.now() - stopped).toBeLessThan(12_000);
		expect(app.output().match(/traces cannot be sent/g)).toHaveLength(1);
	});
});

for (const [when, env] of [
	['without the variables', {}],
	[
		'with OTEL_SDK_DISABLED',
		{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' },
	],
] as const) {
	test(`${when}, nothing of OpenTelemetry is loaded and no line of the log has a trace`, async () => {
		await withApp(env, async (app) => {
			expect((await fetch(`${app.url}/login`)).status).toBe(200);
			await expect.poll(() => listRequests(app)).toHaveLength(1);
			expect(await app.stop('SIGTERM')).toBe(0);
			expect(app.output()).not.toContain('loaded');
			expect(listRequests(app)[0]).not.toHaveProperty('trace_id');
		});
	});
}
