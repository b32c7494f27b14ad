import type pg from 'pg';
import { FAILURES } from '~/domain/failures.ts';
import { PROFILE_TEXTS } from '~/domain/users/profile.ts';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase, openPool } from '../support/own-database.ts';
import { createSession, createUser } from '../support/rows.ts';

test.setTimeout(90_000);

const CANARY = 'kanarie-9d21';

test('a deleted user is signed out on every replica at once and leaves no data in the database or the logs', async () => {
	const database = await createOwnDatabase();
	const pool = openPool(database.url, 2);
	const replicas: AppProcess[] = [];
	try {
		for (let index = 0; index < 2; index += 1) {
			const app = startApp(await findFreePort(), {
				...standInEnvironment(String(process.env.E2E_DISCORD_URL)),
				DATABASE_URL: database.url,
				LOG_LEVEL: 'trace',
			});
			replicas.push(app);
			await waitForStatus(app, '/readyz', 200);
		}
		const [firstReplica, secondReplica] = replicas as [AppProcess, AppProcess];
		const user = await createUser({ username: CANARY, preferredUsername: `${CANARY} preferred` }, pool);
		const other = await createUser({}, pool);
		const otherSession = await createSession(user.id, pool);
		const call = (app: AppProcess, token: string, path: string, method = 'GET', body?: unknown) =>
			fetch(app.url + path, {
				method,
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
		const byCookie = (app: AppProcess, token: string) =>
			fetch(`${app.url}/api/auth/me`, { headers: { Cookie: `session=${token}` } });

		await test.step('the user writes data in every possible place', async () => {
			const { rows: events } = await pool.query<{ id: string }>(
				`INSERT INTO events (title, date, creator_id) VALUES ('Stays', now() + interval '1 day', $1) RETURNING id`,
				[user.id],
			);
			const event = String(events[0]?.id);
			const writes: [string, string, unknown][] = [
				['PUT', '/api/auth/update-username', { preferredUsername: `${CANARY} again` }],
				[
					'PUT',
					'/api/users/preferences',
					{ preferredPlayers: [other.id], notes: `${CANARY} notes`, showCountdown: false },
				],
				['POST', `/api/events/${event}/signup`, { status: 'confirmed', notes: `${CANARY} signup` }],
				['POST', `/api/events/${event}/comments`, { body: `${CANARY} comment` }],
			];
			for (const [method, path, body] of writes) {
				expect((await call(firstReplica, user.token, path, method, body)).ok, path).toBe(true);
			}
			const otherPreferences = { preferredPlayers: [user.id] };
			expect(
				(await call(secondReplica, other.token, '/api/users/preferences', 'PUT', otherPreferences)).ok,
			).toBe(true);
			// Refused requests are sent too: their input must not be logged either.
			const invalidLink = { discordUserId: CANARY };
			expect(
				(await call(firstReplica, user.token, '/api/users/link-discord-account', 'POST', invalidLink)).status,
			).toBe(422);
			expect((await byCookie(secondReplica, otherSession)).status).toBe(200);
			expect(await dumpDatabase(pool)).toContain(CANARY);
		});

		await test.step('the last admin cannot be deleted, by call or by form', async () => {
			const admin = await createUser({ role: 'admin' }, pool);
			const response = await call(firstReplica, admin.token, '/api/users/profile', 'DELETE');
			expect([response.status, await response.json()]).toEqual([409, { error: PROFILE_TEXTS.lastAdmin }]);
			const page = await fetch(`${secondReplica.url}/profile/delete?step=3`, {
				method: 'POST',
				headers: { Cookie: `session=${admin.token}` },
				body: new URLSearchParams({ intent: 'profile.delete', confirmation: 'DELETE' }),
			});
			expect(page.status).toBe(409);
			const html = await page.text();
			for (const text of [FAILURES['profile.delete'], PROFILE_TEXTS.lastAdmin]) expect(html).toContain(text);
			expect((await call(firstReplica, admin.token, '/api/auth/me')).status).toBe(200);
		});

		await test.step('the user deletes the account', async () => {
			const response = await call(firstReplica, user.token, '/api/users/profile', 'DELETE');
			expect([response.status, await response.json()]).toEqual([200, { message: PROFILE_TEXTS.deleted }]);
			for (const app of replicas) {
				expect((await call(app, user.token, '/api/auth/me')).status).toBe(401);
				expect((await byCookie(app, user.token)).status).toBe(401);
				expect((await byCookie(app, otherSession)).status).toBe(401);
			}
		});

		await test.step('no data remains', async () => {
			const text = await dumpDatabase(pool);
			for (const secret of [CANARY, user.discordId]) expect(text).not.toContain(secret);
			const preferences = await (await call(secondReplica, other.token, '/api/users/preferences')).json();
			expect(preferences.preferredPlayers).toEqual([]);
			const [event] = await (await call(secondReplica, other.token, '/api/events')).json();
			expect(event).toMatchObject({ title: 'Stays', creator_name: 'Unknown Creator' });
			for (const app of replicas) {
				const log = app.output();
				expect(log).toContain('/api/auth/me');
				for (const secret of [CANARY, user.discordId, user.token, otherSession])
					expect(log).not.toContain(secret);
			}
		});
	} finally {
		await pool.end();
		for (const app of replicas) await app.stop('SIGKILL');
		await database.remove();
	}
});

/** Returns every row of every table of the app and of its queue, as text. */
async function dumpDatabase(pool: pg.Pool): Promise<string> {
	const { rows: tables } = await pool.query<{ name: string }>(
		`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'queue')`,
	);
	const texts: string[] = [];
	for (const { name } of tables) {
		const { rows: lines } = await pool.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
		texts.push(...lines.map(({ line }) => line));
	}
	return texts.join('\n');
}
