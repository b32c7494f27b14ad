import { afterEach, beforeEach, expect, test } from 'vitest';
import { loader as loadEventPage } from '~/app/routes/event/route.tsx';
import { loader as loadEventList } from '~/app/routes/events/route.tsx';
import { loader as loadProfile } from '~/app/routes/profile/route.tsx';
import { type Event, Setting, type User } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { setMigrated } from '~/server/http/health.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { type Handler, runRequest } from '~/tests/support/requests.ts';

useTestEnvironment();
useDatabase();

let event: Event;
let viewer: User;
let session: string;
let hidden: string | null = null;
beforeEach(async () => {
	setMigrated(true);
	viewer = await createUserRow({ role: 'creator', membershipCheckedAt: new Date() });
	session = await startSession(viewer.id, new Date());
	event = await createEventRow({ status: 'active', creatorId: viewer.id });
	await Setting.upsert({ key: 'events_banner', value: 'Welcome' });
});
afterEach(async () => {
	if (hidden) await execute(`ALTER TABLE unreadable RENAME TO ${hidden}`);
	hidden = null;
});

/** Makes every statement fail that reads this table, until the test ends. */
async function hide(table: string): Promise<void> {
	await execute(`ALTER TABLE ${table} RENAME TO unreadable`);
	hidden = table;
}

async function readPage(path: string, load: Handler): Promise<unknown> {
	let data: unknown;
	const handle: Handler = async (args) => {
		data = await load(args);
	};
	await runRequest(session, { path, params: { eventId: event.id }, handlers: [handle] });
	return data;
}

const readList = () => readPage('/events', loadEventList);
const readEvent = () => readPage(`/events/${event.id}`, loadEventPage);
const readProfile = () => readPage('/profile', loadProfile);

test('the list is shown without its banner', async () => {
	expect(await readList()).toMatchObject({ banner: 'Welcome' });
	await hide('settings');
	expect(await readList()).toMatchObject({ banner: '', events: [expect.objectContaining({ id: event.id })] });
});

test('places keep the numbers that the settings gave them last while these cannot be read', async () => {
	await Setting.upsert({ key: 'auto_split_config', value: '{"maxPlayersPerGroup":9}' });
	await execute('INSERT INTO event_storytellers (event_id, user_id) VALUES (:event, :viewer)', {
		event: event.id,
		viewer: viewer.id,
	});
	await event.update({ capacity: 0 });
	// The list is kept, and read again once the event has changed.
	const listed = { events: expect.arrayContaining([expect.objectContaining({ places: 9 })]) };
	expect(await readList()).toMatchObject({ ...listed, banner: 'Welcome' });
	await hide('settings');
	expect(await readList()).toMatchObject({ ...listed, banner: '' });
	await event.update({ title: 'Another title' });
	expect(await readList()).toMatchObject({ ...listed, banner: '' });
	expect(await readEvent()).toMatchObject({ event: { places: 9 }, groups: null, discussion: { total: 0 } });
});

test('an event is shown without its comments', async () => {
	expect(await readEvent()).toMatchObject({ discussion: { total: 0 }, groups: { groups: [] } });
	await event.update({ title: 'Nothing of it is cached' });
	await hide('comments');
	expect(await readEvent()).toMatchObject({ event: { id: event.id }, discussion: null });
});

test('an event is shown without groups whose preferences cannot be read', async () => {
	await hide('player_preferences');
	expect(await readEvent()).toMatchObject({
		event: { id: event.id },
		discussion: { total: 0 },
		groups: null,
	});
});

test('the profile is shown without preferences', async () => {
	expect(await readProfile()).toMatchObject({ preferred: { players: [] } });
	await hide('preferences');
	expect(await readProfile()).toMatchObject({ user: expect.anything(), preferred: null });
});

test('an event that does not exist still leads to the list', async () => {
	await event.destroy();
	await expect(readEvent()).rejects.toMatchObject({ status: 303 });
});
