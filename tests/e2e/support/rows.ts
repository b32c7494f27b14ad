import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/** Rows for browser tests, written straight into the app's database: each test brings its own people and nights. */
let pool: pg.Pool | undefined;

export function rows(): pg.Pool {
	pool ??= new pg.Pool({ connectionString: process.env.E2E_DATABASE_URL, max: 4 });
	return pool;
}

export type Person = { id: string; discordId: string; username: string; role: string; token: string };

/** A person with a living session; their membership was just checked, so Discord is not asked. */
export async function makePerson(
	overrides: { role?: string; username?: string; theme?: string; showCountdown?: boolean } = {},
): Promise<Person> {
	const token = randomBytes(32).toString('base64url');
	const discordId = `9${BigInt(`0x${randomBytes(7).toString('hex')}`).toString().padStart(17, '0').slice(0, 17)}`;
	const username = overrides.username ?? `person-${discordId.slice(-6)}`;
	const role = overrides.role ?? 'player';
	const { rows: users } = await rows().query<{ id: string }>(
		`INSERT INTO users (discord_id, username, role, theme, show_countdown, first_signed_in_at, membership_checked_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, $5, now(), now(), now(), now()) RETURNING id`,
		[discordId, username, role, overrides.theme ?? 'dark', overrides.showCountdown ?? true],
	);
	const id = String(users[0]?.id);
	await rows().query(
		`INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, expires_at)
		VALUES ($1, $2, now(), now(), now() + interval '1 day')`,
		[createHash('sha256').update(token).digest('hex'), id],
	);
	return { id, discordId, username, role, token };
}

export type Night = { id: string; title: string };

/** An event, by default active and in 2 days; `inHours` from now. */
export async function makeNight(
	overrides: {
		title?: string;
		inHours?: number;
		status?: string;
		creatorId?: string;
		timezone?: string;
		description?: string;
	} = {},
): Promise<Night> {
	const title = overrides.title ?? `Night ${randomBytes(4).toString('hex')}`;
	const { rows: events } = await rows().query<{ id: string }>(
		`INSERT INTO events (title, description, date, duration, location, timezone, status, creator_id, created_at, updated_at)
		VALUES ($1, $2, now() + make_interval(hours => $3), 180, 'The Hearth', $4, $5, $6, now(), now()) RETURNING id`,
		[
			title,
			overrides.description ?? 'Bring tea and your worst alibi.',
			overrides.inHours ?? 48,
			overrides.timezone ?? 'America/New_York',
			overrides.status ?? 'active',
			overrides.creatorId ?? null,
		],
	);
	return { id: String(events[0]?.id), title };
}

/** Somebody's answer. */
export async function makeAnswer(eventId: string, userId: string, status: string, notes: string | null = null): Promise<string> {
	const { rows: signups } = await rows().query<{ id: string }>(
		`INSERT INTO signups (event_id, user_id, status, notes, signup_source, linked_at, created_at, updated_at)
		VALUES ($1, $2, $3, $4, 'webapp', now(), now(), now()) RETURNING id`,
		[eventId, userId, status, notes],
	);
	return String(signups[0]?.id);
}

/** What the database holds of a person's answer to an event. */
export async function readAnswer(eventId: string, userId: string): Promise<{ status: string; notes: string | null } | null> {
	const { rows: signups } = await rows().query<{ status: string; notes: string | null }>(
		'SELECT status, notes FROM signups WHERE event_id = $1 AND user_id = $2',
		[eventId, userId],
	);
	return signups[0] ?? null;
}
