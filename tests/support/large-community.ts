import pg from 'pg';

/** The rows of a large community beside those that exist: past events, and users who signed up for many of them. */
const COUNTS = {
	users: 10_000,
	events: 10_000,
	signupsPerEvent: 100,
	comments: 20_000,
	auditEntries: 20_000,
};

/**
 * Fills a migrated database with 10,000 users, 10,000 past events and 1,000,000 signups, 100 for each user; the
 * existing users sign up too. The first user signs up for every past event. Rows are inserted without indexes on the
 * signups and without foreign key checks, which takes a few seconds instead of a minute. `url` must be of a superuser.
 */
export async function fillLargeCommunity(url: string): Promise<void> {
	const client = new pg.Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(`SET session_replication_role = replica; SET maintenance_work_mem = '256MB'`);
		await insertUsersAndEvents(client);
		// PostgreSQL does not write to indexes that are not ready; REINDEX builds them.
		await client.query(
			`UPDATE pg_index SET indisready = false, indisvalid = false WHERE indrelid = 'signups'::regclass`,
		);
		await insertSignups(client);
		await client.query('REINDEX TABLE signups');
		await client.query('VACUUM ANALYZE');
	} finally {
		await client.end();
	}
}

async function insertUsersAndEvents(client: pg.Client): Promise<void> {
	const { users, events, comments, auditEntries } = COUNTS;
	await client.query(
		`INSERT INTO users (username, preferred_username, first_signed_in_at, created_at)
		SELECT 'member-' || n, CASE WHEN n % 3 = 0 THEN 'Villager ' || n END, now(), now() - n * interval '1 hour'
		FROM generate_series((SELECT count(*) + 1 FROM users), $1::int) n`,
		[users],
	);
	await client.query(
		`INSERT INTO events (title, description, location, date, status, created_at)
		SELECT 'Past night ' || n, 'Bring tea.', 'Town square', t, 'completed', t
		FROM generate_series(1, $1::int) n, LATERAL (SELECT now() - interval '2 days' - n * interval '1 hour' AS t) AS t`,
		[events],
	);
	await client.query(
		`INSERT INTO comments (event_id, user_id, body, created_at)
		SELECT e.id, u.id, 'See you there', e.created_at FROM generate_series(1, $1::int) n
		JOIN (SELECT id, created_at, row_number() OVER (ORDER BY id) AS place FROM events) e
			ON e.place = 1 + n % (SELECT count(*) FROM events)
		JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) u ON u.place = 1 + n % $2::int`,
		[comments, users],
	);
	await client.query(
		`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, created_at)
		SELECT 1 + n % 50, 'signups.update', 'signup', n, now() - n * interval '1 minute'
		FROM generate_series(1, $1::int) n`,
		[auditEntries],
	);
}

/** Each past event has 100 signups; event and place together choose the users, so that each user has 100 as well. */
async function insertSignups(client: pg.Client): Promise<void> {
	await client.query(
		`INSERT INTO signups (event_id, user_id, status, linked_at, created_at, updated_at)
		SELECT e.id, u.id, (ARRAY['confirmed', 'confirmed', 'late', 'tentative', 'declined'])[1 + (n + e.place) % 5],
			e.created_at, e.created_at + n * interval '1 second', e.created_at
		FROM (SELECT id, created_at, row_number() OVER (ORDER BY id) AS place FROM events WHERE status = 'completed') e
		CROSS JOIN generate_series(1, $1::int) n
		JOIN (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) u
			ON u.place = CASE n WHEN 1 THEN 1 ELSE 2 + (e.place * 37 + n * 101) % ($2::int - 1) END`,
		[COUNTS.signupsPerEvent, COUNTS.users],
	);
}
