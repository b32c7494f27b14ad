import { z } from 'zod';
import { auditEntrySchema, ownChangeSchema } from '~/domain/audit.ts';
import { templateResultSchema } from '~/domain/events/template-week.ts';
import { statisticsSchema } from '~/domain/statistics.ts';
import { UNDO_MS } from '~/domain/undo.ts';
import { deleteEventsOf, demoteToPlayer, listEventsOf } from '../support/event-rows.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, createUser, getSharedPool } from '../support/rows.ts';
import { expectRefusal, expectShape } from '../support/shapes.ts';

const WEEK = {
	startDate: '2031-10-13',
	location: 'The Hearth',
	description: 'Come.',
	createDiscordEvents: false,
	events: [
		{ day: 3, enabled: true },
		{ day: 5, enabled: true, name: 'Fair', time: '19:00' },
		{ day: 6, enabled: false },
	],
};

/** Every request of these tools: [method, path, the status that an admin gets]. */
const CALLS = [
	['POST', '/api/admin/template-events', 422],
	['GET', '/api/admin/audit', 200],
	['GET', '/api/admin/statistics', 200],
	['GET', '/api/admin/test-environment/status', 403],
	['POST', '/api/admin/test-environment/create-users', 403],
	['POST', '/api/admin/test-environment/create-event', 403],
	['POST', '/api/admin/test-environment/signup-users', 403],
	['DELETE', '/api/admin/test-environment/clear-data', 403],
	['POST', '/api/admin/test-environment/add-preferences', 403],
	['POST', '/api/admin/test-environment/regenerate-preferences', 403],
] as const;

test('creates a template week once, even when the request is sent five times', async ({ api }) => {
	const admin = await createUser({ role: 'admin' });
	const request = await api(admin);
	const headers = { 'Idempotency-Key': `week-${admin.id}` };
	const send = (data: object = WEEK) => request.post('/api/admin/template-events', { data, headers });
	const responses = await Promise.all(Array.from({ length: 5 }, () => send()));
	const results = await Promise.all(
		responses.map((response) => expectShape(response, 201, templateResultSchema)),
	);
	expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
	expect(results[0]).toMatchObject({ eventsCreated: 2, discordEventsCreated: 0, errors: [] });
	expect(results[0]?.events.map(({ title, date }) => [title, date])).toEqual([
		['Wednesday Blood on the Clocktower', '2031-10-16T00:30:00.000Z'],
		['Fair', '2031-10-17T23:00:00.000Z'],
	]);
	expect(await listEventsOf(admin.id)).toHaveLength(2);
	await expectRefusal(await send({ ...WEEK, startDate: '2031-10-27' }), 409);
	const [first] = results[0]?.events ?? [];
	const audit = await request.get(
		`/api/admin/audit?subjectType=event&subjectId=${first?.id}&actor=${admin.id}`,
	);
	expect(await expectShape(audit, 200, z.array(auditEntrySchema))).toMatchObject([
		{ action: 'events.createTemplateWeek', actor_id: admin.id, actor_name: admin.username },
	]);
	await deleteEventsOf([admin.id]);
});

test('reports errors of the week by field and errors of a day with that day', async ({ api }) => {
	const admin = await createUser({ role: 'admin' });
	const player = await createUser();
	const request = await api(admin);
	const send = (changes: object) =>
		request.post('/api/admin/template-events', { data: { ...WEEK, ...changes } });
	expect(await expectRefusal(await send({ startDate: '' }), 422)).toEqual({
		error: 'Please select a start date',
		fieldErrors: { startDate: ['Please select a start date'] },
	});
	expect(await expectRefusal(await send({ events: [] }), 422)).toEqual({
		error: 'Please enable at least one event day',
		fieldErrors: { events: ['Please enable at least one event day'] },
	});
	expect(await listEventsOf(admin.id)).toEqual([]);
	const events = [{ day: 0, enabled: true, storytellerIds: [player.id] }];
	const result = await expectShape(await send({ events }), 201, templateResultSchema);
	expect(result).toEqual({
		eventsCreated: 0,
		discordEventsCreated: 0,
		events: [],
		errors: [{ day: 0, error: 'Please choose storytellers from the list' }],
	});
	expect(await listEventsOf(admin.id)).toEqual([]);
});

test('pages the audit trail and returns statistics of the documented shape', async ({ api }) => {
	const admin = await createUser({ role: 'admin' });
	const request = await api(admin);
	await getSharedPool().query(
		`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id)
		SELECT $1, 'events.update', 'event', n::text FROM generate_series(1, 60) n`,
		[admin.id],
	);
	const first = await request.get(`/api/admin/audit?actor=${admin.id}`);
	expect(await expectShape(first, 200, z.array(auditEntrySchema))).toHaveLength(50);
	const next = /<([^>]+)>; rel="next"/.exec(first.headers().link ?? '')?.[1] ?? '';
	const second = await request.get(next);
	expect(await expectShape(second, 200, z.array(auditEntrySchema))).toHaveLength(10);
	expect(second.headers().link).toBeUndefined();
	await expectRefusal(await request.get('/api/admin/audit?from=soon'), 422);
	const statistics = await expectShape(await request.get('/api/admin/statistics'), 200, statisticsSchema);
	expect(statistics.signupsPerWeek).toHaveLength(12);
});

test('lists the own changes of a creator as sentences, each with the time until when it can be undone', async ({
	api,
}) => {
	const creator = await createUser({ role: 'creator', username: 'Priya' });
	const request = await api(creator);
	const event = await addEventRow({ title: 'Ravenswood Weekly', date: new Date('2031-12-20T01:30:00Z') });
	await request.delete(`/api/events/${event.id}`);
	const list = async () =>
		expectShape(await request.get('/api/audit/own'), 200, z.array(ownChangeSchema.strict()));
	const [change] = await list();
	expect(change).toMatchObject({
		action: 'events.delete',
		sentence: 'Priya deleted Ravenswood Weekly of Fri, Dec 19, 2031',
	});
	const until = new Date(change?.undoable_until ?? '').getTime();
	expect(until - new Date(change?.created_at ?? '').getTime()).toBe(UNDO_MS);
	expect((await request.post(`/api/audit/${change?.id}/undo`)).status()).toBe(200);
	expect((await list()).map(({ action, undoable_until }) => [action, undoable_until])).toEqual([
		['audit.undo', null],
		['events.delete', null],
	]);
	await expectRefusal(await request.get('/api/audit/own?cursor=x'), 422);
	await expectRefusal(await (await api(await createUser())).get('/api/audit/own'), 403);
});

test('refuses everyone but admins, in the order of refusals, and a demoted admin at once', async ({
	api,
}) => {
	const admin = await createUser({ role: 'admin' });
	const [asAdmin, signedOut] = [await api(admin), await api(null)];
	const others = [await api(await createUser({ role: 'creator' })), await api(await createUser())];
	const invalid = { data: Buffer.from('{"x":'), headers: { 'Content-Type': 'application/json' } };
	const send = (request: typeof asAdmin, method: string, path: string, body = invalid) =>
		request.fetch(path, method === 'GET' ? { method } : { method, ...body });
	for (const [method, path, status] of CALLS) {
		await expectRefusal(await send(signedOut, method, path), 401);
		for (const other of others) await expectRefusal(await send(other, method, path), 403);
		const valid = { ...invalid, data: Buffer.from('{}') };
		expect([path, (await send(asAdmin, method, path, valid)).status()]).toEqual([path, status]);
		const wrong = method === 'GET' ? 'PUT' : 'GET';
		expect((await asAdmin.fetch(path, { method: wrong })).status()).toBe(405);
	}
	expect((await asAdmin.get('/admin/export/events.csv')).status()).toBe(200);
	await demoteToPlayer(admin.id);
	for (const [method, path] of CALLS) await expectRefusal(await send(asAdmin, method, path), 403);
	for (const file of ['events', 'signups']) {
		expect((await asAdmin.get(`/admin/export/${file}.csv`)).status()).toBe(403);
	}
});

test('refuses every call of the test environment in production before reading the body', async ({ api }) => {
	const request = await api(await createUser({ role: 'admin' }));
	for (const [method, path] of CALLS.filter(([, path]) => path.includes('test-environment'))) {
		const invalid = { data: Buffer.from('{"x":'), headers: { 'Content-Type': 'application/json' } };
		const response = await request.fetch(path, method === 'GET' ? { method } : { method, ...invalid });
		expect((await expectRefusal(response, 403)).error).toContain(
			'disabled in production for security reasons',
		);
	}
});

test('sends the CSV files as attachments, with every row and no spreadsheet formulas', async ({ api }) => {
	const admin = await createUser({ role: 'admin' });
	const event = await addEventRow({ title: '=HYPERLINK("https://evil.example")', creatorId: admin.id });
	const request = await api(admin);
	const response = await request.get('/admin/export/events.csv');
	expect(response.headers()).toMatchObject({
		'content-type': 'text/csv; charset=utf-8',
		'content-disposition': 'attachment; filename="townbell-events.csv"',
		'cache-control': 'private, no-store',
	});
	const bytes = await response.body();
	expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
	expect(bytes.toString()).toContain(`\n${event.id},"'=HYPERLINK(""https://evil.example"")"`);
	const signups = await (await request.get('/admin/export/signups.csv')).text();
	expect(signups).toContain('id,event_id,event_title');
	// The page offers the same files with semicolons, and says when they are needed.
	const page = await (await request.get('/admin')).text();
	for (const name of ['events', 'signups']) {
		const address = `/admin/export/${name}.csv?separator=semicolon`;
		expect(page).toContain(`href="${address}"`);
		expect(await (await request.get(address)).text()).toMatch(/^\ufeffid;\w+;/);
	}
	expect((await request.get('/admin/export/events.csv?separator=tab')).status()).toBe(422);
});
