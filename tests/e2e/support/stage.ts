import { randomBytes, randomInt } from 'node:crypto';
import { expect } from '@playwright/test';
import { addDays, addHours, formatISO, startOfDay } from 'date-fns';
import type { StandInState } from '~/tests/mocks/discord/state.ts';
import type { Watched } from './kept-rows.ts';
import {
	lockTown,
	makeAnswer,
	makeComment,
	makeImage,
	makeSession,
	type Night,
	type Person,
	rows,
	setBanner,
} from './rows.ts';

/** The data that one request is about. No other request uses it. */
export type Stage = {
	/** The user who sends the request, or would send it if signed in. */
	actor: Person;
	other: Person;
	/** An active event that `other` created. */
	night: Night;
	discord: StandInState;
};

export const unique = (what: string) => `${what} ${randomBytes(4).toString('hex')}`;
/** Read only once, because midnight may pass between two requests that are compared. */
const TODAY = new Date();
export const IN_A_MONTH = formatISO(addDays(TODAY, 30), { representation: 'date' });

export async function setStatus({ night }: Stage, status: string): Promise<void> {
	await rows().query('UPDATE events SET status = $2 WHERE id = $1', [night.id, status]);
}

export async function makeFailedMirror({ night }: Stage): Promise<void> {
	await rows().query(`INSERT INTO discord_mirrors (event_id, state, error) VALUES ($1, 'failed', 'No')`, [
		night.id,
	]);
}

export async function pictureOf({ night }: Stage): Promise<{ hash: string }> {
	const { hash } = await makeImage(randomBytes(64), 'image/png', night.id);
	return { hash };
}

/** Creates a signup of the actor or of `other` for the stage's event. Returns its id. */
export async function answerOf(stage: Stage, whose: 'actor' | 'other'): Promise<{ signupId: string }> {
	return { signupId: await makeAnswer(stage.night.id, stage[whose].id, 'confirmed', 'Quietly.') };
}

export async function commentOf(stage: Stage, whose: 'actor' | 'other'): Promise<{ commentId: string }> {
	return { commentId: await makeComment(stage.night.id, stage[whose].id, 'Who brings the board?') };
}

/** Creates a signup that was made for the actor's Discord ID before the actor's first sign-in. */
export async function makeUnlinkedAnswer({ night, actor }: Stage): Promise<void> {
	const signupId = await makeAnswer(night.id, actor.id, 'confirmed');
	await rows().query('UPDATE signups SET linked_at = NULL WHERE id = $1', [signupId]);
}

export async function makeToken({ actor }: Stage): Promise<string> {
	const { rows: made } = await rows().query<{ id: string }>(
		`INSERT INTO api_tokens (user_id, name, token_hash) VALUES ($1, 'Script', $2) RETURNING id`,
		[actor.id, randomBytes(32).toString('hex')],
	);
	return String(made[0]?.id);
}

export async function makeOtherSession({ actor }: Stage): Promise<string> {
	await makeSession(actor.id);
	const { rows: made } = await rows().query<{ id: string }>(
		'SELECT max(id) AS id FROM sessions WHERE user_id = $1',
		[actor.id],
	);
	return String(made[0]?.id);
}

/**
 * Creates a Discord event in which a member without an account is interested. Returns its id and the
 * member's.
 */
export function planOnDiscord({ discord }: Stage): { discordEventId: string; watch: Watched } {
	const startsAt = startOfDay(addDays(TODAY, 9));
	const { id } = discord.addEvent({ name: 'Autumn Fair', startsAt, endsAt: addHours(startsAt, 3) });
	const discordId = `8${randomInt(10 ** 8, 10 ** 9)}${randomInt(10 ** 7, 10 ** 8)}`;
	const known = { username: unique('fan'), globalName: null, nickname: null, avatar: null };
	discord.addPerson({ discordId, ...known, kind: 'player' });
	discord.addInterest(id, discordId);
	return { discordEventId: id, watch: { discordIds: [discordId] } };
}

export async function makeRun({ actor }: Stage): Promise<string> {
	const { rows: made } = await rows().query<{ id: string }>(
		`INSERT INTO import_runs (discord_event_id, actor_id, state) VALUES ('100000000000000000', $1, 'failed') RETURNING id`,
		[actor.id],
	);
	return String(made[0]?.id);
}

/** Waits until the user's imports are done. The page's form responds before that. */
export async function awaitImports({ id }: Person): Promise<void> {
	const running = async () =>
		(
			await rows().query(`SELECT 1 FROM import_runs WHERE actor_id = $1 AND state IN ('queued', 'running')`, [
				id,
			])
		).rowCount;
	await expect.poll(running).toBe(0);
}

/**
 * Acquires the lock for the banner, which every page shows. Returns a function that clears the banner and
 * releases the lock.
 */
export async function borrowBanner(): Promise<() => Promise<void>> {
	const release = await lockTown();
	return async () => {
		await setBanner('');
		await release();
	};
}

/** Gives `other` a different name on the Discord server. */
export function nickname({ discord, other }: Stage): void {
	const known = { username: other.username, globalName: null, avatar: null };
	discord.addPerson({ discordId: other.discordId, ...known, nickname: 'Wren', kind: 'player' });
}

/**
 * Creates exactly `count` test users and deletes all test events. On the shared database, only these tests
 * have test data.
 */
export async function makeTestUsers(count: number): Promise<void> {
	await rows().query('DELETE FROM events WHERE is_test_data');
	await rows().query('DELETE FROM users WHERE is_test_data');
	await rows().query(
		`INSERT INTO users (username, is_test_data) SELECT 'Trial ' || n, true FROM generate_series(1, $1::int) n`,
		[count],
	);
}

/** Creates sixteen confirmed signups, which is enough for a split. Returns the ids of the users. */
export async function crowd({ night }: Stage): Promise<string[]> {
	const { rows: town } = await rows().query<{ user_id: string }>(
		`WITH town AS (INSERT INTO users (username) SELECT 'townsfolk' FROM generate_series(1, 16) RETURNING id)
		INSERT INTO signups (event_id, user_id, status, signup_source) SELECT $1, id, 'confirmed', 'webapp' FROM town
		RETURNING user_id`,
		[night.id],
	);
	return town.map(({ user_id }) => user_id);
}

/** Creates a confirmed signup of `other` and returns a board with `other` in its only group. */
export async function oneGroup(stage: Stage): Promise<{ groups: object[] }> {
	await answerOf(stage, 'other');
	return { groups: [{ id: 'one', name: 'Group 1', players: [stage.other.id], storytellerId: null }] };
}
