import { afterAll, beforeAll, expect, test } from 'vitest';
import { loader as loadEventPage, action as sendEventForm } from '~/app/routes/event/route.tsx';
import { loader as loadEventList } from '~/app/routes/events/route.tsx';
import { loader as loadReadyz } from '~/app/routes/probes/readyz.ts';
import { loader as loadProfile } from '~/app/routes/profile/route.tsx';
import { closeDatabase, connectDatabase, database } from '~/database/connection.ts';
import type { Event, User } from '~/database/models/index.ts';
import { one } from '~/database/sql.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { setMigrated } from '~/server/http/health.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { type Handler, runRequest, sendForm } from '~/tests/support/requests.ts';

/** A database that refuses writes, to a user whose session and membership are due to be written. */

useTestEnvironment();
const db = useDatabase();

let user: User;
let event: Event;
let session: string;
beforeAll(async () => {
	setMigrated(true);
	const before = new Date(Date.now() - 2 * 3_600_000);
	user = await createUserRow({ membershipCheckedAt: before });
	session = await startSession(user.id, before);
	event = await createEventRow({ status: 'active' });
	await setReadOnly('on');
	await closeDatabase();
	connectDatabase({ url: db.url, poolMax: 2 });
});
afterAll(() => setReadOnly('off'));

/** Changes the setting, which applies to new connections. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
	const { name } = (await one<{ name: string }>('SELECT current_database() AS name')) ?? {};
	await database().transaction(async (transaction) => {
		await database().query('SET TRANSACTION READ WRITE', { transaction });
		await database().query(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${value}`, {
			transaction,
		});
	});
}

test.each<[name: string, path: () => string, handler: Handler]>([
	['the list', () => '/events', loadEventList],
	['an event', () => `/events/${event.id}`, loadEventPage],
	['the profile', () => '/profile', loadProfile],
])('%s can be read', async (_, path, handler) => {
	await runRequest(session, { path: path(), params: { eventId: event.id }, handlers: [handler] });
});

test('a change is refused, and nothing is saved', async () => {
	const request = runRequest(session, {
		path: `/events/${event.id}`,
		params: { eventId: event.id },
		handlers: [sendEventForm],
		init: sendForm({ intent: 'signups.put', status: 'confirmed' }),
	});
	await expect(request).rejects.toMatchObject({
		init: { status: 503 },
		data: { text: expect.stringContaining('nothing was saved'), form: expect.anything() },
	});
	expect(await one('SELECT count(*)::int AS count FROM signups')).toEqual({ count: 0 });
});

test('/readyz stays 200, and says it', async () => {
	const response = await loadReadyz();
	expect([response.status, await response.text()]).toEqual([
		200,
		'ready for reading: the database cannot be written\n',
	]);
});

test('afterwards a connection refuses one change, and is replaced', async () => {
	// Each open connection refuses one.
	await closeDatabase();
	connectDatabase({ url: db.url, poolMax: 1 });
	await setReadOnly('off');
	const refused = await createUserRow().catch((error: unknown) => error);
	expect(refused).toMatchObject({ parent: { code: '25006' } });
	await createUserRow();
});
