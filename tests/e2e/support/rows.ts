import { createHash, randomBytes, randomInt } from 'node:crypto';
import type pg from 'pg';
import { DEMO_GUILD } from '~/seeds/personas.ts';
import { openPool } from './own-database.ts';

/**
 * Rows for browser tests, written directly into the app's database: each test creates its own users and
 * events.
 */
const pools = new Map<string, pg.Pool>();
let ownDatabaseUrl: string | null = null;

export function getSharedPool(): pg.Pool {
	const connectionString = ownDatabaseUrl ?? String(process.env.E2E_DATABASE_URL);
	const pool = pools.get(connectionString) ?? openPool(connectionString, 4);
	pools.set(connectionString, pool);
	return pool;
}

/** Lets this test use another database than the shared one, or with null the shared one. */
export function useDatabase(url: string | null): void {
	ownDatabaseUrl = url;
}

/** Closes the connections to a database, before it is removed. */
export async function closeConnections(url: string): Promise<void> {
	await pools.get(url)?.end();
	pools.delete(url);
}

type Queryable = Pick<pg.Pool, 'query'>;

export type CreatedUser = { id: string; discordId: string; username: string; role: string; token: string };
export type UserOverrides = {
	role?: 'player' | 'storyteller' | 'creator' | 'admin';
	username?: string;
	preferredUsername?: string;
	theme?: 'dark' | 'light';
	showCountdown?: boolean;
};

const createdUserIds: string[] = [];

/**
 * Creates a user with a valid session. The membership was just checked, so the app does not ask Discord.
 * `database` is a test's own database instead of the shared one, where `deleteRegisteredUsers` deletes the
 * user after the test.
 */
export async function createUser(
	overrides: UserOverrides = {},
	database: Queryable = getSharedPool(),
): Promise<CreatedUser> {
	const discordId = `9${String(randomInt(10 ** 8, 10 ** 9))}${String(randomInt(10 ** 7, 10 ** 8))}`;
	const username = overrides.username ?? `user-${randomBytes(4).toString('hex')}`;
	const role = overrides.role ?? 'player';
	const { rows: users } = await database.query<{ id: string }>(
		`INSERT INTO users (discord_id, username, preferred_username, role, theme, show_countdown, first_signed_in_at, membership_checked_at)
		VALUES ($1, $2, $3, $4, $5, $6, now(), now()) RETURNING id`,
		[
			discordId,
			username,
			overrides.preferredUsername ?? null,
			role,
			overrides.theme ?? 'dark',
			overrides.showCountdown ?? true,
		],
	);
	const id = String(users[0]?.id);
	if (database === getSharedPool()) createdUserIds.push(id);
	return { id, discordId, username, role, token: await createSession(id, database) };
}

/** Creates many members at once, each with a session, and returns the tokens. */
export async function createSessions(count: number): Promise<string[]> {
	const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
	await getSharedPool().query(
		`WITH members AS (
			INSERT INTO users (username, discord_id, first_signed_in_at, membership_checked_at)
			SELECT 'member-' || hash, '91' || lpad(($2::bigint + place)::text, 16, '0'), now(), now()
			FROM unnest($1::text[]) WITH ORDINALITY AS t (hash, place) RETURNING id, username)
		INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
		SELECT substr(username, 8), id, now(), now(), now() + interval '1 day' FROM members`,
		[tokens.map(hashToken), randomInt(10 ** 12)],
	);
	return tokens;
}

const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Creates another session of a user and returns its token. */
export async function createSession(userId: string, database: Queryable = getSharedPool()): Promise<string> {
	const token = randomBytes(32).toString('base64url');
	await database.query(
		`INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
		VALUES ($1, $2, now(), now(), now() + interval '1 day')`,
		[hashToken(token), userId],
	);
	return token;
}

export type CreatedEvent = { id: string; title: string; date: Date };
export type EventOverrides = {
	title?: string;
	/** Hours from now, with fractions. */
	inHours?: number;
	/** Used instead of `inHours`. */
	date?: Date;
	status?: 'active' | 'completed' | 'cancelled';
	creatorId?: string;
	timezone?: string;
	description?: string;
};

const createdEventIds: string[] = [];

/** Creates an event, by default active and in two days. `deleteRegisteredEvents` deletes it after the test. */
export async function addEventRow(overrides: EventOverrides = {}): Promise<CreatedEvent> {
	const title = overrides.title ?? `Event ${randomBytes(4).toString('hex')}`;
	const date = overrides.date ?? new Date(Date.now() + (overrides.inHours ?? 48.5) * 3_600_000);
	const { rows: events } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO events (title, description, date, duration, location, timezone, status, creator_id)
		VALUES ($1, $2, $3, 180, 'The Hearth', $4, $5, $6) RETURNING id`,
		[
			title,
			overrides.description ?? 'Bring tea and your worst alibi.',
			date,
			overrides.timezone ?? 'America/New_York',
			overrides.status ?? 'active',
			overrides.creatorId ?? null,
		],
	);
	const id = String(events[0]?.id);
	createdEventIds.push(id);
	return { id, title, date };
}

/** Registers an event that the app created, so that it is deleted after the test. */
export const registerEvent = (id: string): void => {
	createdEventIds.push(id);
};

/** Deletes the events of this worker's test, with their signups. */
export async function deleteRegisteredEvents(): Promise<void> {
	const ids = createdEventIds.splice(0);
	if (ids.length > 0) await deleteEvents('id = ANY($1::bigint[])', ids);
}

/** Deletes events with all others of their series, and what mirrors them in the shared stand-in, which takes no more than 100 of them, as Discord does. */
export async function deleteEvents(where: string, ids: readonly string[]): Promise<void> {
	const { rows } = await getSharedPool().query<{ id: string }>(
		`DELETE FROM events WHERE ${where} OR series_id IN (SELECT series_id FROM events WHERE ${where})
		RETURNING discord_event_id AS id`,
		[ids],
	);
	for (const { id } of rows.filter((row) => row.id !== null)) {
		const address = `guilds/${DEMO_GUILD.guildId}/scheduled-events/${id}`;
		await fetch(`${process.env.E2E_DISCORD_URL}/api/v10/${address}`, {
			method: 'DELETE',
			headers: { Authorization: `Bot ${DEMO_GUILD.botToken}` },
		});
	}
}

/**
 * Deletes the users of this worker's test. Otherwise every form of an event would list the storytellers of
 * all earlier tests.
 */
export async function deleteRegisteredUsers(): Promise<void> {
	const ids = createdUserIds.splice(0);
	if (ids.length === 0) return;
	// A poll stays without its creator, and every list of events would show it.
	await getSharedPool().query('DELETE FROM polls WHERE creator_id = ANY($1::bigint[])', [ids]);
	// The library of scripts has a limit, and keeps those of a deleted user.
	await getSharedPool().query('DELETE FROM scripts WHERE creator_id = ANY($1::bigint[])', [ids]);
	await getSharedPool().query('DELETE FROM users WHERE id = ANY($1::bigint[])', [ids]);
}

export async function deleteEventRow(id: string): Promise<void> {
	await getSharedPool().query('DELETE FROM events WHERE id = $1', [id]);
}

export async function cancelEventRow(id: string): Promise<void> {
	await getSharedPool().query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [id]);
}

/** Creates a signup and returns its id. */
export async function createSignup(
	eventId: string,
	userId: string,
	status: string,
	notes: string | null = null,
	database: Queryable = getSharedPool(),
): Promise<string> {
	const { rows: signups } = await database.query<{ id: string }>(
		`INSERT INTO signups (event_id, user_id, status, notes, signup_source, linked_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 'webapp', now(), clock_timestamp(), clock_timestamp()) RETURNING id`,
		[eventId, userId, status, notes],
	);
	return String(signups[0]?.id);
}

/**
 * Creates users with the names `guest-N-of-<event>` and a confirmed signup each, in this order, and returns a function
 * that deletes them. Hundreds of users would make other tests of the same database slow.
 */
export async function createGuests(eventId: string, count: number): Promise<() => Promise<unknown>> {
	await getSharedPool().query(
		`WITH created AS (INSERT INTO users (username)
			SELECT 'guest-' || n || '-of-' || $1::text FROM generate_series(1, $2::int) n RETURNING id)
		INSERT INTO signups (event_id, user_id, status, created_at)
		SELECT $1::bigint, id, 'confirmed', now() + id * interval '1 millisecond' FROM created`,
		[eventId, count],
	);
	return () =>
		getSharedPool().query(`DELETE FROM users WHERE username LIKE 'guest-%-of-' || $1::text`, [eventId]);
}

export type StoredSignup = { status: string; notes: string | null };

/** Returns a user's signup for an event, or null. */
export async function findSignup(eventId: string, userId: string): Promise<StoredSignup | null> {
	return (await listSignupRows(eventId, userId))[0] ?? null;
}

/** Returns all rows of a user's signup for an event; more than one would be a bug. */
export async function listSignupRows(eventId: string, userId: string): Promise<StoredSignup[]> {
	const { rows: signups } = await getSharedPool().query<StoredSignup>(
		'SELECT status, notes FROM signups WHERE event_id = $1 AND user_id = $2',
		[eventId, userId],
	);
	return signups;
}

/** Creates a comment on an event, made `hoursAgo` hours ago, and returns its id. */
export async function addCommentRow(
	eventId: string,
	userId: string,
	body: string,
	hoursAgo = 0,
): Promise<string> {
	const { rows: comments } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO comments (event_id, user_id, body, created_at)
		VALUES ($1, $2, $3, clock_timestamp() - $4 * interval '1 hour') RETURNING id`,
		[eventId, userId, body, hoursAgo],
	);
	return String(comments[0]?.id);
}

/** Creates a long discussion in which 'Comment 0' is the oldest. */
export async function fillDiscussion(eventId: string, userId: string, count: number): Promise<void> {
	await getSharedPool().query(
		`INSERT INTO comments (event_id, user_id, body, created_at)
		SELECT $1, $2, 'Comment ' || n, now() - interval '1 hour' + n * interval '1 microsecond'
		FROM generate_series(0, $3::int - 1) n`,
		[eventId, userId, count],
	);
}

/**
 * Uses up a user's comments per minute, and far more, so that the rate limit factor of the tests does not
 * matter.
 */
export const exhaustComments = (userId: string): Promise<void> => exhaustLimit(`commentsPerMinute:${userId}`);

/** Uses up a user's imports per minute in the same way. */
export const exhaustImports = (userId: string): Promise<void> => exhaustLimit(`importsPerMinute:${userId}`);

async function exhaustLimit(key: string): Promise<void> {
	await getSharedPool().query(
		`INSERT INTO rate_limits (key, points, expire)
		VALUES ($1, 1000000, (extract(epoch FROM now()) * 1000)::bigint + 60000)
		ON CONFLICT (key) DO UPDATE SET points = excluded.points, expire = excluded.expire`,
		[key],
	);
}

/** Returns the comments on an event, oldest first. */
export async function readComments(eventId: string): Promise<string[]> {
	const { rows: comments } = await getSharedPool().query<{ body: string }>(
		'SELECT body FROM comments WHERE event_id = $1 ORDER BY created_at, id',
		[eventId],
	);
	return comments.map(({ body }) => body);
}

export type StoredPicture = { id: string; hash: string; bytes: Buffer };

/** Stores a picture as an upload for `eventId` would. Without an event, nothing refers to the picture. */
export async function createImage(
	bytes: Buffer,
	mime: 'image/png' | 'image/jpeg' | 'image/gif' = 'image/png',
	eventId?: string,
): Promise<StoredPicture> {
	const hash = createHash('sha256').update(bytes).digest('hex');
	const { rows: images } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO images (content_hash, mime, bytes, width, height) VALUES ($1, $2, $3, 4, 3)
		ON CONFLICT (content_hash) DO UPDATE SET created_at = now() RETURNING id`,
		[hash, mime, bytes],
	);
	const id = String(images[0]?.id);
	if (eventId) await getSharedPool().query('UPDATE events SET image_id = $1 WHERE id = $2', [id, eventId]);
	return { id, hash, bytes };
}

/** A valid PNG of one pixel. */
export const TINY_PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);

type MirrorState = { state: string; error?: string; discordEventId?: string };
/**
 * Creates an event whose mirror has this state. The event has its own picture, because a test that changes the default
 * picture renews the mirrors of all events without one.
 */
export async function addMirroredEventRow({
	state,
	error,
	discordEventId,
}: MirrorState): Promise<CreatedEvent> {
	const event = await addEventRow();
	await createImage(TINY_PNG, 'image/png', event.id);
	await getSharedPool().query(
		`WITH mirror AS (
			INSERT INTO discord_mirrors (event_id, state, error, discord_event_id) VALUES ($1, $2, $3, $4)
		) UPDATE events SET discord_event_id = $4 WHERE id = $1`,
		[event.id, state, error ?? null, discordEventId ?? null],
	);
	return event;
}

/** Returns the user of a Discord account with the number of its sessions, or null. */
export async function findUser(discordId: string): Promise<{ id: string; sessions: number } | null> {
	const { rows: users } = await getSharedPool().query<{ id: string; sessions: number }>(
		`SELECT u.id, (SELECT count(*)::int FROM sessions s WHERE s.user_id = u.id) AS sessions
		FROM users u WHERE u.discord_id = $1`,
		[discordId],
	);
	return users[0] ?? null;
}

/** Sets the banner that every events page shows; '' removes it. */
export async function setBanner(text: string): Promise<void> {
	await getSharedPool().query(
		`INSERT INTO settings (key, value) VALUES ('events_banner', $1)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
		[text],
	);
}

/**
 * Acquires a lock for what all pages share: the next event and the banner. Returns a function that releases
 * it.
 */
export async function lockSharedState(): Promise<() => Promise<void>> {
	const client = await getSharedPool().connect();
	await client.query('SELECT pg_advisory_lock(1188)');
	return async () => {
		await client.query('SELECT pg_advisory_unlock(1188)');
		client.release();
	};
}
