import { deleteEvents, getSharedPool } from './rows.ts';

/** The stored data of an event, for tests of the forms. */
export type StoredEvent = {
	id: string;
	title: string;
	description: string;
	date: Date;
	duration: number;
	location: string;
	timezone: string;
	status: string;
	version: number;
	image_hash: string | null;
	/** Usernames, in their order. */
	storytellers: string[];
	/** The wanted state of the mirror on Discord; null without a mirror. */
	mirror: string | null;
};

const SELECT = `SELECT e.id, e.title, e.description, e.date, e.duration, e.location, e.timezone, e.status, e.version,
		i.content_hash AS image_hash, m.wanted AS mirror,
		ARRAY(SELECT u.username FROM event_storytellers es JOIN users u ON u.id = es.user_id
			WHERE es.event_id = e.id ORDER BY es.position) AS storytellers
	FROM events e LEFT JOIN images i ON i.id = e.image_id LEFT JOIN discord_mirrors m ON m.event_id = e.id`;

export async function findEvent(id: string): Promise<StoredEvent | null> {
	const { rows: events } = await getSharedPool().query<StoredEvent>(`${SELECT} WHERE e.id = $1`, [id]);
	return events[0] ?? null;
}

/** Returns the events that a user created, oldest first. */
export async function listEventsOf(creatorId: string): Promise<StoredEvent[]> {
	const { rows: events } = await getSharedPool().query<StoredEvent>(
		`${SELECT} WHERE e.creator_id = $1 ORDER BY e.id`,
		[creatorId],
	);
	return events;
}

/** Deletes the events that these users created, so that no other test sees them. */
export async function deleteEventsOf(creatorIds: readonly string[]): Promise<void> {
	await deleteEvents('creator_id = ANY($1::bigint[])', creatorIds);
}

/** Creates a mirror that is not on Discord yet. */
export async function createMirror(eventId: string): Promise<void> {
	await getSharedPool().query(`INSERT INTO discord_mirrors (event_id, state) VALUES ($1, 'pending')`, [
		eventId,
	]);
}

/**
 * Returns the wanted state of an event's mirror: 'present', 'absent', or null without one. The event itself
 * may be deleted.
 */
export async function findMirrorState(eventId: string): Promise<string | null> {
	const { rows: mirrors } = await getSharedPool().query<{ wanted: string }>(
		'SELECT wanted FROM discord_mirrors WHERE event_id = $1',
		[eventId],
	);
	return mirrors[0]?.wanted ?? null;
}

/** Changes a user's role to player while a page is open. */
export async function demoteToPlayer(userId: string): Promise<void> {
	await getSharedPool().query(`UPDATE users SET role = 'player' WHERE id = $1`, [userId]);
}

/** Creates `count` storytellers named `{prefix} 1` and so on. Returns their ids. */
export async function createStorytellers(prefix: string, count: number): Promise<string[]> {
	const { rows: users } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO users (username, role, first_signed_in_at)
		SELECT $1 || ' ' || n, 'storyteller', now() FROM generate_series(1, $2::int) n RETURNING id`,
		[prefix, count],
	);
	return users.map(({ id }) => id);
}

export async function deleteUsers(ids: readonly string[]): Promise<void> {
	await getSharedPool().query('DELETE FROM polls WHERE creator_id = ANY($1::bigint[])', [ids]);
	await getSharedPool().query('DELETE FROM scripts WHERE creator_id = ANY($1::bigint[])', [ids]);
	await getSharedPool().query('DELETE FROM users WHERE id = ANY($1::bigint[])', [ids]);
}
