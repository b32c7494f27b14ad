import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeDocument } from '~/app/routes/pages/api-docs/describe.ts';
import { saveGroupsAsAnotherUser } from '../support/board.ts';
import { readContract } from '../support/contract.ts';
import { expect, test } from '../support/own-discord.ts';
import { addPollRow } from '../support/poll-rows.ts';
import {
	addCommentRow,
	addEventRow,
	createSignup,
	createUser,
	getSharedPool,
	registerEvent,
} from '../support/rows.ts';
import {
	addToSeries,
	createEarlierSignup,
	createFailedAnnouncement,
	createFailedGroupPost,
	createScriptOf,
	deleteEventToUndo,
} from '../support/scenario.ts';

const run = promisify(execFile);

/**
 * Creates an event with everything and its users. Returns the values of the shell variables of the examples.
 */
async function createShellVariables(discordEventId: string): Promise<Record<string, string>> {
	const [admin, other] = [await createUser({ role: 'admin' }), await createUser()];
	const { id } = await addEventRow({ creatorId: admin.id });
	await getSharedPool().query(
		`INSERT INTO discord_mirrors (event_id, state, error) VALUES ($1, 'failed', 'No.')`,
		[id],
	);
	await createFailedAnnouncement({ event: { id } });
	await createEarlierSignup({ other: await createUser() });
	await createFailedGroupPost({ event: { id } });
	await getSharedPool().query(
		`WITH crowd AS (
			INSERT INTO users (username, is_test_data) SELECT 'crowd ' || $1::text || ' ' || n, false FROM generate_series(1, 16) n
			RETURNING id
		) INSERT INTO signups (event_id, user_id, status, signup_source) SELECT $1::bigint, id, 'confirmed', 'webapp' FROM crowd`,
		[id],
	);
	const poll = await addPollRow({ creatorId: admin.id });
	return {
		POLL_ID: poll.id,
		TIME_ID: String(poll.timeIds[0]),
		TOKEN: admin.token,
		DISCORD_ID: admin.discordId,
		USER_ID: other.id,
		EVENT_ID: id,
		SIGNUP_ID: await createSignup(id, other.id, 'confirmed'),
		COMMENT_ID: await addCommentRow(id, other.id, 'Hello'),
		DISCORD_EVENT_ID: discordEventId,
		ENTRY_ID: (await deleteEventToUndo({ event: await addEventRow() })).entryId,
		GROUP_ID: 'group-1',
		SCRIPT_ID: (await createScriptOf({ actor: admin, other }, 'other')).scriptId,
		KEY: 'events_banner',
	};
}

test('every command line of the API docs page runs unchanged', async ({ baseURL, discord }) => {
	test.setTimeout(180_000);
	const { rows: banners } = await getSharedPool().query(
		`SELECT key, value FROM settings WHERE key = 'events_banner'`,
	);
	const { document } = await readContract(String(baseURL));
	const calls = describeDocument(document).groups.flatMap((group) => group.calls);
	const hours = (number: number) => new Date(Date.now() + number * 3_600_000);
	for (const { method, path, curl } of calls) {
		const { id } = discord.addEvent({ name: 'Fair', startsAt: hours(90), endsAt: hours(93) });
		const variables = await createShellVariables(id);
		if (path === '/api/events/{eventId}/signup' && method === 'DELETE') {
			const { rows: users } = await getSharedPool().query('SELECT id FROM users WHERE discord_id = $1', [
				variables.DISCORD_ID,
			]);
			await createSignup(String(variables.EVENT_ID), String(users[0]?.id), 'late');
		}
		if (path.endsWith('/regular')) {
			await addToSeries({ event: { id: String(variables.EVENT_ID) } });
			if (method === 'DELETE')
				await getSharedPool().query(
					`INSERT INTO series_regulars (series_id, user_id, status) SELECT e.series_id, u.id, 'late'
					FROM events e, users u WHERE e.id = $1 AND u.discord_id = $2`,
					[variables.EVENT_ID, variables.DISCORD_ID],
				);
		}
		if (path.endsWith('/series') && method !== 'POST')
			await addToSeries({ event: { id: String(variables.EVENT_ID) } });
		if (/\/(table|attendance|result)$/.test(path))
			await saveGroupsAsAnotherUser(String(variables.EVENT_ID), [
				{ name: 'Owls', players: [{ id: String(variables.USER_ID) }] },
			]);
		if (/\/(attendance|result)$/.test(path))
			await getSharedPool().query(`UPDATE events SET date = now() - interval '1 hour' WHERE id = $1`, [
				variables.EVENT_ID,
			]);
		if (path.endsWith('/place')) {
			await getSharedPool().query('UPDATE events SET capacity = 500 WHERE id = $1', [variables.EVENT_ID]);
			await getSharedPool().query(
				`INSERT INTO signups (event_id, user_id, status) SELECT $1, id, 'confirmed' FROM users WHERE discord_id = $2`,
				[variables.EVENT_ID, variables.DISCORD_ID],
			);
		}
		const { stdout } = await run('bash', ['-uc', `${curl} -sS -w '\\n%{http_code}'`], {
			env: { ...process.env, TOWNBELL: String(baseURL), ...variables },
			maxBuffer: 64 * 1024 * 1024,
		});
		const [body = '', status] = [stdout.slice(0, stdout.lastIndexOf('\n')), stdout.trim().split('\n').at(-1)];
		expect(['200', '201', '202'], `${method} ${path} returned ${status}: ${body.slice(0, 300)}`).toContain(
			status,
		);
		const created = JSON.parse(body) as { id?: string; events?: { id: string }[]; eventId?: string };
		if (path === '/api/events' && method === 'POST') registerEvent(String(created.id));
		for (const event of path.endsWith('template-events') ? (created.events ?? []) : [])
			registerEvent(event.id);
		if (created.eventId) registerEvent(created.eventId);
	}
	await getSharedPool().query(`DELETE FROM settings WHERE key = 'events_banner'`);
	for (const { key, value } of banners) {
		await getSharedPool().query('INSERT INTO settings (key, value) VALUES ($1, $2)', [key, value]);
	}
	await getSharedPool().query('DELETE FROM users WHERE is_test_data OR username LIKE $1', ['crowd %']);
	await getSharedPool().query('DELETE FROM events WHERE is_test_data');
});
