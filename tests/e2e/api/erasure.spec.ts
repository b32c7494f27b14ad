import type pg from 'pg';
import { PROFILE_TEXTS } from '~/domain/people/profile.ts';
import { standInEnvironment } from '~/tests/mocks/discord/stand-in.ts';
import { type AppProcess, findFreePort, startApp, waitForStatus } from '../support/app-process.ts';
import { expect, test } from '../support/fixtures.ts';
import { createOwnDatabase, openPool } from '../support/own-database.ts';
import { makePerson, makeSession } from '../support/rows.ts';

test.setTimeout(90_000);

const CANARY = 'kanarie-9d21';

test('who leaves is signed out on every replica at once, and no word of them is left in the database or the logs', async () => {
	const database = await createOwnDatabase();
	const own = openPool(database.url, 2);
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
		const [here, there] = replicas as [AppProcess, AppProcess];
		const person = await makePerson({ username: CANARY, preferredUsername: `${CANARY} preferred` }, own);
		const other = await makePerson({}, own);
		const phone = await makeSession(person.id, own);
		const call = (app: AppProcess, token: string, path: string, method = 'GET', body?: unknown) =>
			fetch(app.url + path, {
				method,
				headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
		const byCookie = (app: AppProcess, token: string) =>
			fetch(`${app.url}/api/auth/me`, { headers: { Cookie: `session=${token}` } });

		await test.step('they leave a word wherever one can', async () => {
			const { rows: events } = await own.query<{ id: string }>(
				`INSERT INTO events (title, date, creator_id) VALUES ('Stays', now() + interval '1 day', $1) RETURNING id`,
				[person.id],
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
				expect((await call(here, person.token, path, method, body)).ok, path).toBe(true);
			}
			const theirs = { preferredPlayers: [person.id] };
			expect((await call(there, other.token, '/api/users/preferences', 'PUT', theirs)).ok).toBe(true);
			// Refused requests are sent too: their input must not be logged either.
			const foreign = { discordUserId: CANARY };
			expect(
				(await call(here, person.token, '/api/users/link-discord-account', 'POST', foreign)).status,
			).toBe(422);
			expect((await byCookie(there, phone)).status).toBe(200);
			expect(await dump(own)).toContain(CANARY);
		});

		await test.step('the last admin stays, by call and by form', async () => {
			const admin = await makePerson({ role: 'admin' }, own);
			const answer = await call(here, admin.token, '/api/users/profile', 'DELETE');
			expect([answer.status, await answer.json()]).toEqual([409, { error: PROFILE_TEXTS.lastAdmin }]);
			const page = await fetch(`${there.url}/profile/delete?step=3`, {
				method: 'POST',
				headers: { Cookie: `session=${admin.token}` },
				body: new URLSearchParams({ confirmation: 'DELETE' }),
			});
			expect(page.status).toBe(409);
			const html = await page.text();
			for (const text of [PROFILE_TEXTS.deletionFailed, PROFILE_TEXTS.lastAdmin])
				expect(html).toContain(text);
			expect((await call(here, admin.token, '/api/auth/me')).status).toBe(200);
		});

		await test.step('they leave', async () => {
			const answer = await call(here, person.token, '/api/users/profile', 'DELETE');
			expect([answer.status, await answer.json()]).toEqual([200, { message: PROFILE_TEXTS.deleted }]);
			for (const app of replicas) {
				expect((await call(app, person.token, '/api/auth/me')).status).toBe(401);
				expect((await byCookie(app, person.token)).status).toBe(401);
				expect((await byCookie(app, phone)).status).toBe(401);
			}
		});

		await test.step('nothing is left', async () => {
			const text = await dump(own);
			for (const trace of [CANARY, person.discordId]) expect(text).not.toContain(trace);
			const preferences = await (await call(there, other.token, '/api/users/preferences')).json();
			expect(preferences.preferredPlayers).toEqual([]);
			const [event] = await (await call(there, other.token, '/api/events')).json();
			expect(event).toMatchObject({ title: 'Stays', creator_name: 'Unknown Creator' });
			for (const app of replicas) {
				const log = app.output();
				expect(log).toContain('/api/auth/me');
				for (const trace of [CANARY, person.discordId, person.token, phone]) expect(log).not.toContain(trace);
			}
		});
	} finally {
		await own.end();
		for (const app of replicas) await app.stop('SIGKILL');
		await database.remove();
	}
});

/** Returns every row of every table of the app and of its queue, as text. */
async function dump(own: pg.Pool): Promise<string> {
	const { rows: tables } = await own.query<{ name: string }>(
		`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'queue')`,
	);
	const texts: string[] = [];
	for (const { name } of tables) {
		const { rows: lines } = await own.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`);
		texts.push(...lines.map(({ line }) => line));
	}
	return texts.join('\n');
}
