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

/** What one request is about; nothing of it is known to another one. */
export type Stage = {
	/** Who asks, or would ask if they were signed in. */
	actor: Person;
	other: Person;
	/** An active event of `other`'s. */
	night: Night;
	discord: StandInState;
};

export const unique = (what: string) => `${what} ${randomBytes(4).toString('hex')}`;
/** Midnight may lie between two requests that are compared. */
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

/** An answer to the night: the actor's own or another's. */
export async function answerOf(stage: Stage, whose: 'actor' | 'other'): Promise<{ signupId: string }> {
	return { signupId: await makeAnswer(stage.night.id, stage[whose].id, 'confirmed', 'Quietly.') };
}

export async function commentOf(stage: Stage, whose: 'actor' | 'other'): Promise<{ commentId: string }> {
	return { commentId: await makeComment(stage.night.id, stage[whose].id, 'Who brings the board?') };
}

/** An answer that was made for the actor's Discord ID before they came. */
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

/** An event on Discord that somebody unknown to the app is interested in. */
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

/** The page's form answers before the import is done. */
export async function awaitImports({ id }: Person): Promise<void> {
	const running = async () =>
		(
			await rows().query(`SELECT 1 FROM import_runs WHERE actor_id = $1 AND state IN ('queued', 'running')`, [
				id,
			])
		).rowCount;
	await expect.poll(running).toBe(0);
}

/** The banner stands on everybody's page: nobody else has it meanwhile, and then it is as it was. */
export async function borrowBanner(): Promise<() => Promise<void>> {
	const release = await lockTown();
	return async () => {
		await setBanner('');
		await release();
	};
}

/** The other one is called otherwise on Discord's server. */
export function nickname({ discord, other }: Stage): void {
	const known = { username: other.username, globalName: null, avatar: null };
	discord.addPerson({ discordId: other.discordId, ...known, nickname: 'Wren', kind: 'player' });
}

/** Exactly so many test users, and no test event. Tests on the shared database have test data here only. */
export async function makeTestUsers(count: number): Promise<void> {
	await rows().query('DELETE FROM events WHERE is_test_data');
	await rows().query('DELETE FROM users WHERE is_test_data');
	await rows().query(
		`INSERT INTO users (username, is_test_data) SELECT 'Trial ' || n, true FROM generate_series(1, $1::int) n`,
		[count],
	);
}

/** Sixteen who have confirmed: enough to split. */
export async function crowd({ night }: Stage): Promise<string[]> {
	const { rows: town } = await rows().query<{ user_id: string }>(
		`WITH town AS (INSERT INTO users (username) SELECT 'townsfolk' FROM generate_series(1, 16) RETURNING id)
		INSERT INTO signups (event_id, user_id, status, signup_source) SELECT $1, id, 'confirmed', 'webapp' FROM town
		RETURNING user_id`,
		[night.id],
	);
	return town.map(({ user_id }) => user_id);
}

/** A board with the other one, who has confirmed, in its only group. */
export async function oneGroup(stage: Stage): Promise<{ groups: object[] }> {
	await answerOf(stage, 'other');
	return { groups: [{ id: 'one', name: 'Group 1', players: [stage.other.id], storytellerId: null }] };
}
