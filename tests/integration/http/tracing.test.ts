import { RouterContextProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { action as sendEventForm } from '~/app/routes/event/route.tsx';
import { one } from '~/database/sql.ts';
import { missing } from '~/domain/refusal.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { toPathTemplate } from '~/server/discord/client.ts';
import { getGuildMember } from '~/server/discord/members.ts';
import { setMigrated } from '~/server/http/health.ts';
import { socketAddressContext } from '~/server/http/peer.ts';
import { wrapRequest } from '~/server/http/wrap-request.ts';
import { defineOperation, perform } from '~/server/operations/kernel/operation.ts';
import { enqueueScheduledJob, startQueue, startWorker, stopQueue } from '~/server/queue.ts';
import { getTraceFields, startTracing, stopTracing } from '~/server/tracing.ts';
import { useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { TEST_APP_URL, useTestEnvironment } from '~/tests/support/environment.ts';
import { runRequest, sendForm } from '~/tests/support/requests.ts';
import { serveTraceCollector } from '~/tests/support/trace-collector.ts';

const collector = await serveTraceCollector();
useTestEnvironment({
	OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
	OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=key-of-the-collector',
	OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
});
const db = useDatabase();
const discord = useServedDiscord();
const problems: unknown[] = [];

beforeAll(async () => {
	process.env.DISCORD_API_URL = `${discord.url()}/api`;
	setMigrated(true);
});
beforeEach(async () => {
	for (const list of [collector.spans, collector.requests, problems]) list.splice(0);
	await startTracing((error) => problems.push(error));
});
afterAll(async () => {
	await stopTracing();
	await collector.close();
});

const NOTE = 'My grandmother is ill';

/** Runs a request with the middleware that makes its span. */
async function runTraced(
	session: string,
	{ path, pattern, handlers, init, params }: Parameters<typeof runRequest>[1] & { pattern: string },
): Promise<Response> {
	const url = new URL(path, TEST_APP_URL);
	const request = new Request(url, init);
	const context = new RouterContextProvider();
	context.set(socketAddressContext, '192.0.2.1');
	const args = { request, url, context, pattern, params: params ?? {} } as never;
	const response = await wrapRequest(args, async () => {
		await runRequest(session, { path, params: params ?? {}, handlers, init });
		return new Response(null, { status: 303 });
	});
	return response as Response;
}

/** Sends the form of a signup with a note, and returns what the collector received and the session. */
async function signUp(headers: Record<string, string> = {}) {
	const now = new Date();
	const viewer = await createUserRow({ membershipCheckedAt: now });
	const session = await startSession(viewer.id, now);
	const event = await createEventRow({ status: 'active' });
	const form = sendForm({ intent: 'signups.put', status: 'late', notes: NOTE });
	const response = await runTraced(session, {
		path: `/events/${event.id}?token=one-time-token`,
		pattern: 'events/:eventId',
		params: { eventId: event.id },
		handlers: [sendEventForm],
		init: { ...form, headers: { ...form.headers, ...headers } },
	});
	await stopTracing();
	return { response, session, viewer, event };
}

const find = (start: string) => collector.spans.filter(({ name }) => name.startsWith(start));

test('a signup is a request with its operation and their statements', async () => {
	const { response, event } = await signUp();
	const [request] = find('POST ');
	const [operation] = find('signups.put');
	expect(request).toMatchObject({
		name: 'POST /events/:eventId',
		kind: 2,
		attributes: {
			'http.request.method': 'POST',
			'http.response.status_code': 303,
			'http.route': '/events/:eventId',
			'url.path': `/events/${event.id}`,
			'url.scheme': 'http',
			'townbell.request_id': response.headers.get('X-Request-Id'),
		},
	});
	expect(request?.parentSpanId).toBeUndefined();
	expect(operation?.parentSpanId).toBe(request?.spanId);
	const statements = collector.spans
		.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql')
		.map(({ attributes, ...span }) => ({ ...span, text: String(attributes['db.query.text']) }));
	expect(statements.map(({ kind, parentSpanId, text }) => [kind, parentSpanId, text])).toEqual([
		[3, request?.spanId, expect.stringContaining('INSERT INTO rate_limits')],
		[3, operation?.spanId, expect.stringContaining('INSERT INTO signups')],
	]);
	expect(statements[1]?.text).toContain(':notes');
	expect(new Set(collector.spans.map(({ traceId }) => traceId)).size).toBe(1);
	expect(collector.spans).toHaveLength(4);
	expect(request?.resource).toMatchObject({
		'service.name': 'townbell',
		'deployment.environment.name': 'test',
	});
	expect(collector.requests[0]).toMatchObject({
		path: '/v1/traces',
		headers: { 'x-collector-key': 'key-of-the-collector' },
	});
});

test('no span contains a value of a statement, a cookie, a query or what was typed', async () => {
	const { session, viewer } = await signUp({
		Authorization: 'Basic c2VjcmV0',
		'User-Agent': 'Browser of a user',
	});
	const sent = collector.requests.map(({ body }) => body).join('');
	expect(find('signups.put')).toHaveLength(1);
	for (const secret of [
		NOTE,
		session,
		'one-time-token',
		'c2VjcmV0',
		'Browser of',
		viewer.discordId,
		viewer.username,
	])
		expect(sent).not.toContain(secret);
});

test('a request continues the trace of its traceparent, and an unsampled one is not sent', async () => {
	const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];
	await signUp({ traceparent: `00-${traceId}-${spanId}-01` });
	expect(find('POST ')[0]).toMatchObject({ traceId, parentSpanId: spanId });
	expect(collector.spans.map((span) => span.traceId)).toEqual([traceId, traceId, traceId, traceId]);

	await startTracing((error) => problems.push(error));
	await signUp({ traceparent: `00-${traceId}-${spanId}-00` });
	expect(collector.spans).toHaveLength(4);
});

test('a job and its calls to Discord', async () => {
	discord.state.fail({ route: 'GET /guilds/{guild_id}/members/{user_id}', times: 1, status: 500 });
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: true });
	const traces: unknown[] = [];
	await startWorker('events.complete', 0.5, async () => {
		await getGuildMember(PERSONAS.player.discordId).catch(() => null);
		await one('SELECT 1 AS one WHERE 1 = :one::integer', { one: 1 });
		traces.push(getTraceFields());
		throw new Error(NOTE);
	});
	await enqueueScheduledJob('events.complete');
	await expect.poll(() => traces).toHaveLength(1);
	await stopQueue();
	await startQueue({ url: db.url, shouldRunJobs: false });
	await stopTracing();
	const [job] = find('process events.complete');
	expect(job).toMatchObject({ kind: 5, status: 2, attributes: { 'error.type': 'Error' } });
	expect(traces).toEqual([{ trace_id: job?.traceId }]);
	expect(getTraceFields()).toEqual({});
	const template = '/api/v10/guilds/:id/members/:id';
	expect(find('GET ')).toMatchObject([
		{
			name: `GET ${template}`,
			kind: 3,
			parentSpanId: job?.spanId,
			status: 2,
			attributes: {
				'http.request.method': 'GET',
				'http.response.status_code': 500,
				'url.template': template,
			},
		},
	]);
	expect(find('SELECT')).toMatchObject([{ parentSpanId: job?.spanId }]);
	const sent = collector.requests.map(({ body }) => body).join('');
	for (const secret of [NOTE, PERSONAS.player.discordId, discord.state.guild.botToken])
		expect(sent).not.toContain(secret);
});

test.each([
	['/api/v10/guilds/123/scheduled-events/456/users', '/api/v10/guilds/:id/scheduled-events/:id/users'],
	['/api/v10/users/@me', '/api/v10/users/@me'],
	['/api/v10/interactions/1/sometoken/callback', '/api/v10/interactions/:id/:token/callback'],
	['/api/v10/webhooks/1/sometoken/messages/@original', '/api/v10/webhooks/:id/:token/messages/@original'],
	[
		'/api/v10/channels/1/messages/2/reactions/%F0%9F%94%A5/@me',
		'/api/v10/channels/:id/messages/:id/reactions/:id/@me',
	],
])('the path %s becomes %s', (path, template) => expect(toPathTemplate(path)).toBe(template));

test('an operation that fails names the kind of the error without its text; a refusal is no failure', async () => {
	const run = (error: Error) =>
		perform(
			defineOperation({ allow: 'signups.put', input: z.object({}), handle: () => Promise.reject(error) }),
			{ actor: { id: '1', role: 'player' }, now: new Date(0) },
		).catch(() => undefined);
	await run(Object.assign(new Error(NOTE), { code: '23505', detail: NOTE }));
	await run(missing('Event'));
	await run(new TypeError(NOTE));
	await stopTracing();
	expect(collector.spans.map(({ status, attributes }) => [status, attributes])).toEqual([
		[2, { 'error.type': '23505' }],
		[0, { 'error.type': 'missing' }],
		[2, { 'error.type': 'TypeError' }],
	]);
	expect(collector.requests.map(({ body }) => body).join('')).not.toContain(NOTE);
});

test('probes, and statements outside of other work, are not traced', async () => {
	await runTraced('', { path: '/readyz', pattern: 'readyz', handlers: [() => one('SELECT 1 AS one')] });
	await one('SELECT 1 AS one');
	await stopTracing();
	expect(collector.spans).toEqual([]);
});

test('the address of a calendar is not sent', async () => {
	await runTraced('', { path: '/calendar/7-secret.ics', pattern: 'calendar/:file', handlers: [] });
	await stopTracing();
	expect(find('GET ')).toMatchObject([
		{ name: 'GET /calendar/:file', attributes: { 'url.path': '/calendar/…' } },
	]);
	expect(collector.requests.map(({ body }) => body).join('')).not.toContain('7-secret');
});
