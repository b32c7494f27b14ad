import { randomBytes, randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { addDays, addHours, formatISO, startOfDay } from 'date-fns';
import { LOST_POSTS } from '~/domain/discord/post-problems.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import { saveGroupsAsAnotherUser } from './board.ts';
import {
	addCommentRow,
	type CreatedEvent,
	type CreatedUser,
	createImage,
	createSession,
	createSignup,
	createUser,
	getSharedPool,
	lockSharedState,
	registerEvent,
	setBanner,
} from './rows.ts';
import type { RowSelection } from './stored-rows.ts';

/** The data that one request is about. No other request uses it. */
export type Scenario = {
	/** The user who sends the request, or would send it if signed in. */
	actor: CreatedUser;
	other: CreatedUser;
	/** An active event that `other` created. */
	event: CreatedEvent;
	discord: StandInState;
};

export const makeUnique = (prefix: string) => `${prefix} ${randomBytes(4).toString('hex')}`;
/** Read only once, because midnight may pass between two requests that are compared. */
export const TODAY = new Date();
export const IN_A_WEEK = formatISO(addDays(TODAY, 7), { representation: 'date' });
export const IN_A_MONTH = formatISO(addDays(TODAY, 30), { representation: 'date' });

export async function setEventStatus({ event }: Scenario, status: string): Promise<void> {
	await getSharedPool().query('UPDATE events SET status = $2 WHERE id = $1', [event.id, status]);
}

/** Makes the event the first one of a weekly series without other events. */
export async function addToSeries({ event }: { event: { id: string } }): Promise<void> {
	await getSharedPool().query(
		`WITH created AS (
			INSERT INTO event_series (rule, next_date, start_time, timezone, title, description, duration, location,
				decide_minutes, on_too_few, creator_id, creates_discord_event, announces)
			SELECT '{"interval_weeks": 1}', date::date + 7, '20:30', timezone, title, description, duration, location, decide_minutes, on_too_few,
				creator_id, false, false FROM events WHERE id = $1 RETURNING id)
		UPDATE events SET series_id = created.id, series_date = date::date FROM created WHERE events.id = $1`,
		[event.id],
	);
}

/** Deletes the event as an action, of the actor if one is given, that can be undone. Returns the id of its audit entry. */
export async function deleteEventToUndo({
	event,
	actor,
}: {
	event: { id: string };
	actor?: { id: string };
}): Promise<{ entryId: string }> {
	const client = await getSharedPool().connect();
	try {
		await client.query('BEGIN');
		await client.query(
			`WITH created AS (INSERT INTO undos (action, bytes, created_at) VALUES ('events.delete', 1, now()) RETURNING id)
			SELECT set_config('townbell.undo_id', id::text, true) FROM created`,
		);
		await client.query('DELETE FROM events WHERE id = $1', [event.id]);
		const { rows } = await client.query<{ id: string }>(
			`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, created_at)
			VALUES ($2, 'events.delete', 'event', $1, now()) RETURNING id::text`,
			[event.id, actor?.id ?? null],
		);
		await client.query('COMMIT');
		return { entryId: String(rows[0]?.id) };
	} finally {
		client.release();
	}
}

/** Makes the actor a regular of a series that the event begins. */
export async function makeRegular({ event, actor }: Pick<Scenario, 'event' | 'actor'>): Promise<void> {
	await addToSeries({ event });
	await getSharedPool().query(
		`INSERT INTO series_regulars (series_id, user_id, status) SELECT series_id, $2, 'late' FROM events WHERE id = $1`,
		[event.id, actor.id],
	);
}

export async function createFailedMirror({ event }: { event: { id: string } }): Promise<void> {
	await getSharedPool().query(
		`INSERT INTO discord_mirrors (event_id, state, error) VALUES ($1, 'failed', 'No')`,
		[event.id],
	);
}

/** Creates a mirror whose time a moderator has changed on Discord, and returns that time. */
export async function createMovedMirror({
	event,
}: {
	event: { id: string };
}): Promise<{ start: string; end: string }> {
	// Each event has a day of its own, so that no other test's event is at the same time.
	const day = addDays(new Date(), 9 + (Number(event.id) % 1_000));
	const [start, end] = [day.toISOString(), addHours(day, 3).toISOString()];
	await getSharedPool().query(
		`INSERT INTO discord_mirrors (event_id, state, moved_start, moved_end) VALUES ($1, 'failed', $2, $3)
		ON CONFLICT (event_id) DO UPDATE SET moved_start = excluded.moved_start, moved_end = excluded.moved_end`,
		[event.id, start, end],
	);
	return { start, end };
}

/** Creates a message that was refused. No worker takes it, so that its row stays as the request leaves it. */
export async function createFailedAnnouncement({ event }: { event: { id: string } }): Promise<void> {
	await getSharedPool().query(
		`INSERT INTO announcements (event_id, state, error, is_dirty, leased_until)
		VALUES ($1, 'failed', 'No', false, '2100-01-01')`,
		[event.id],
	);
}

/**
 * Creates a message that was lost with its channel, while another channel is set. No worker takes it. Returns a function
 * that unsets the channel, so that no other test posts there.
 */
export async function createLostAnnouncement({
	event,
}: {
	event: { id: string };
}): Promise<() => Promise<void>> {
	await getSharedPool().query(
		`INSERT INTO settings (key, value) VALUES ('announcement_channel_id', '600000000000000001')
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
	);
	await getSharedPool().query(
		`INSERT INTO announcements (event_id, state, error, channel_id, is_dirty, leased_until)
		VALUES ($1, 'deleted', $2, '600000000000000009', false, '2100-01-01') ON CONFLICT DO NOTHING`,
		[event.id, LOST_POSTS.event],
	);
	return async () => {
		await getSharedPool().query("DELETE FROM settings WHERE key = 'announcement_channel_id'");
	};
}

/**
 * Signs `other` up for an event that has started just now, so that `other` can be asked about an upcoming event. Only
 * the last ten events count, and tests that run at the same time have such events too, so each has only one.
 */
export async function createEarlierSignup(
	{ other }: Pick<Scenario, 'other'>,
	startedAt = new Date(),
): Promise<void> {
	const { rows: events } = await getSharedPool().query<{ id: string }>(
		`WITH earlier AS (
			INSERT INTO events (title, date, status, creator_id) VALUES ('Earlier', $1, 'completed', $2::bigint) RETURNING id
		) INSERT INTO signups (event_id, user_id, status) SELECT id, $2::bigint, 'late' FROM earlier
		RETURNING event_id AS id`,
		[startedAt, other.id],
	);
	for (const { id } of events) registerEvent(String(id));
}

/**
 * Creates saved groups whose message could not be changed. `message_id` is set, so they can be posted again. The lease
 * ends in the future, so no worker takes the message. `posted_groups` names no user, so deleting users in other tests
 * does not change it.
 */
export async function createFailedGroupPost({ event }: { event: { id: string } }): Promise<void> {
	await getSharedPool().query(
		`INSERT INTO groups (event_id, client_id, name, position) VALUES ($1, 'one', 'Group 1', 0)
		ON CONFLICT DO NOTHING`,
		[event.id],
	);
	await getSharedPool().query(
		`INSERT INTO announcements (event_id, kind, state, error, channel_id, message_id, is_dirty, leased_until, posted_groups)
		VALUES ($1, 'groups', 'failed', 'No', '600000000000000001', '600000000000000009', false, '2100-01-01',
			'{"request": 0, "groups": [], "before": null}')`,
		[event.id],
	);
}

export async function createPicture({ event }: Scenario): Promise<{ hash: string }> {
	const { hash } = await createImage(randomBytes(64), 'image/png', event.id);
	return { hash };
}

/** Creates a signup of the actor or of `other` for the scenario's event. Returns its id. */
export async function createSignupOf(
	scenario: Scenario,
	owner: 'actor' | 'other',
): Promise<{ signupId: string }> {
	return { signupId: await createSignup(scenario.event.id, scenario[owner].id, 'confirmed', 'Quietly.') };
}

/** Creates a signup that has the only place of the event. */
export async function createPlaceOf(
	scenario: Scenario,
	owner: 'actor' | 'other',
): Promise<{ signupId: string }> {
	await getSharedPool().query('UPDATE events SET capacity = 1 WHERE id = $1', [scenario.event.id]);
	const { signupId } = await createSignupOf(scenario, owner);
	await getSharedPool().query(`UPDATE signups SET place = 'placed', asked_at = created_at WHERE id = $1`, [
		signupId,
	]);
	return { signupId };
}

export async function createCommentOf(
	scenario: Scenario,
	owner: 'actor' | 'other',
): Promise<{ commentId: string }> {
	return { commentId: await addCommentRow(scenario.event.id, scenario[owner].id, 'Who brings the board?') };
}

/** Creates a signup that was made for the actor's Discord ID before the actor's first sign-in. */
export async function createUnlinkedSignup({ event, actor }: Scenario): Promise<void> {
	const signupId = await createSignup(event.id, actor.id, 'confirmed');
	await getSharedPool().query('UPDATE signups SET linked_at = NULL WHERE id = $1', [signupId]);
}

export async function createToken({ actor }: Scenario): Promise<string> {
	const { rows: created } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO api_tokens (user_id, name, token_hash) VALUES ($1, 'Script', $2) RETURNING id`,
		[actor.id, randomBytes(32).toString('hex')],
	);
	return String(created[0]?.id);
}

export async function createOtherSession({ actor }: Scenario): Promise<string> {
	await createSession(actor.id);
	const { rows: created } = await getSharedPool().query<{ id: string }>(
		'SELECT max(id) AS id FROM sessions WHERE user_id = $1',
		[actor.id],
	);
	return String(created[0]?.id);
}

/**
 * Creates a Discord event in which a member without an account is interested. Returns its id and the
 * member's.
 */
export function createDiscordEventWithInterest({ discord }: Scenario): {
	discordEventId: string;
	selection: RowSelection;
} {
	const startsAt = startOfDay(addDays(TODAY, 9));
	const { id } = discord.addEvent({ name: 'Autumn Fair', startsAt, endsAt: addHours(startsAt, 3) });
	const discordId = `8${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 7, 10 ** 8)}`;
	const names = { username: makeUnique('fan'), globalName: null, nickname: null, avatar: null };
	discord.addUser({ discordId, ...names, kind: 'player' });
	discord.addInterest(id, discordId);
	return { discordEventId: id, selection: { discordIds: [discordId] } };
}

export async function createImportRun({ actor }: Scenario): Promise<string> {
	const { rows: created } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO import_runs (discord_event_id, actor_id, state) VALUES ('100000000000000000', $1, 'failed') RETURNING id`,
		[actor.id],
	);
	return String(created[0]?.id);
}

/** Waits until the user's imports are done. The page's form responds before that. */
export async function waitForImports({ id }: CreatedUser): Promise<void> {
	const countRunning = async () =>
		(
			await getSharedPool().query(
				`SELECT 1 FROM import_runs WHERE actor_id = $1 AND state IN ('queued', 'running')`,
				[id],
			)
		).rowCount;
	await expect.poll(countRunning).toBe(0);
}

/**
 * Acquires the lock for the banner, which every page shows. Returns a function that clears the banner and
 * releases the lock.
 */
export async function lockBanner(): Promise<() => Promise<void>> {
	const release = await lockSharedState();
	return async () => {
		await setBanner('');
		await release();
	};
}

/** Gives `other` a different name on the Discord server. */
export function setNickname({ discord, other }: Scenario): void {
	const names = { username: other.username, globalName: null, avatar: null };
	discord.addUser({ discordId: other.discordId, ...names, nickname: 'Wren', kind: 'player' });
}

/**
 * Creates exactly `count` test users and deletes all test events. On the shared database, only these tests
 * have test data.
 */
export async function replaceTestUsers(count: number): Promise<void> {
	await getSharedPool().query('DELETE FROM events WHERE is_test_data');
	await getSharedPool().query('DELETE FROM users WHERE is_test_data');
	await getSharedPool().query(
		`INSERT INTO users (username, is_test_data) SELECT 'Trial ' || n, true FROM generate_series(1, $1::int) n`,
		[count],
	);
}

/**
 * Lets a user seem to have left while the required role seems to be gone, so that an admin must confirm it. The
 * job that finds the role again may end this soon.
 */
export async function createDepartureHold(userId: string): Promise<void> {
	await getSharedPool().query(
		"UPDATE users SET membership_lost_at = now() - interval '20 minutes', left_at = NULL WHERE id = $1",
		[userId],
	);
	await getSharedPool().query(`DELETE FROM settings WHERE key = 'departures_confirmed_at'`);
	await getSharedPool().query(
		`INSERT INTO settings (key, value) VALUES ('departures_hold', 'role')
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
	);
}

/** Creates sixteen confirmed signups, which is enough for a split. Returns the ids of the users. */
export async function createConfirmedSignups({ event }: Scenario): Promise<string[]> {
	const { rows: signups } = await getSharedPool().query<{ user_id: string }>(
		`WITH town AS (INSERT INTO users (username) SELECT 'townsfolk' FROM generate_series(1, 16) RETURNING id)
		INSERT INTO signups (event_id, user_id, status, signup_source) SELECT $1, id, 'confirmed', 'webapp' FROM town
		RETURNING user_id`,
		[event.id],
	);
	return signups.map(({ user_id }) => user_id);
}

/** Creates a confirmed signup of `other` and returns a board with `other` in its only group. */
export async function createBoardWithOther(scenario: Scenario): Promise<{ groups: object[] }> {
	await createSignupOf(scenario, 'other');
	return { groups: [{ id: 'one', name: 'Group 1', players: [scenario.other.id], storytellerId: null }] };
}

/** Returns the text of a script's file that is not in the library. */
export const createScriptFile = (): string =>
	JSON.stringify([
		{ id: '_meta', name: `Script ${randomBytes(4).toString('hex')}` },
		...['washerwoman', 'empath', 'butler', 'poisoner', 'imp'],
	]);

/** Asks the players of an event about a script. */
export const createScriptQuestion = ({ id }: { id: string }) =>
	getSharedPool().query(`INSERT INTO event_scripts (event_id, script, position) VALUES ($1, 'tb', 0)`, [id]);

/** Adds a script to the library. */
export async function createScriptOf(
	scenario: Pick<Scenario, 'actor' | 'other'>,
	who: 'actor' | 'other',
	name = 'Dawn',
): Promise<{ scriptId: string }> {
	const characters = [
		{ id: 'imp', name: 'Imp', team: null },
		{ id: 'moonbaker', name: 'Moon Baker', team: 'townsfolk' },
	];
	const { rows: created } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO scripts (name, author, characters, file, creator_id, created_at)
		VALUES ($1, 'Ada', $2, $3, $4, now()) RETURNING id`,
		[name, JSON.stringify(characters), createScriptFile(), scenario[who].id],
	);
	return { scriptId: String(created[0]?.id) };
}

/** Saves a group that the user runs. */
export async function createGroupOf(
	scenario: Scenario,
	who: 'actor' | 'other',
): Promise<{ ids: { groupId: string } }> {
	await saveGroupsAsAnotherUser(scenario.event.id, [{ name: 'Owls', storyteller: scenario[who] }]);
	return { ids: { groupId: 'group-1' } };
}

/**
 * Saves a group that the user runs, with a player, for an event that has started. Returns the marks of the player for a
 * form and for the API.
 */
export async function createRollCallOf(
	scenario: Scenario,
	who: 'actor' | 'other',
): Promise<{ ids: { userId: string }; form: Record<string, string>; json: object }> {
	const { event } = scenario;
	const player = await createUser();
	await createSignup(event.id, player.id, 'confirmed');
	await saveGroupsAsAnotherUser(event.id, [{ name: 'Owls', storyteller: scenario[who], players: [player] }]);
	await getSharedPool().query(`UPDATE events SET date = now() - interval '1 hour' WHERE id = $1`, [event.id]);
	return {
		ids: { userId: player.id },
		form: { [`player-${player.id}`]: 'late' },
		json: { attendance: [{ user_id: player.id, state: 'late' }] },
	};
}

/** Gives the actor a calendar link. */
export async function createCalendarLink({
	actor,
}: Pick<Scenario, 'actor'>): Promise<Record<string, string>> {
	await getSharedPool().query('UPDATE users SET calendar_key = $2 WHERE id = $1', [actor.id, 'k'.repeat(43)]);
	return {};
}
