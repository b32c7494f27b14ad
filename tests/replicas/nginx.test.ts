import { expect, test } from 'vitest';
import { send } from '~/tests/chaos/support/requests.ts';
import { useCluster } from '~/tests/chaos/support/use-cluster.ts';
import { waitUntil } from '~/tests/chaos/support/wait-until.ts';
import { findFreePort } from '~/tests/e2e/support/app-process.ts';
import { startNginx } from '~/tests/support/nginx.ts';

const cluster = useCluster({ replicas: 1, env: { TRUST_PROXY_HOPS: '1' } });
const LOCK = 4711;

const recommended = (configuration: string) => configuration;
const repeatPosts = (configuration: string) =>
	configuration.replace(
		'proxy_next_upstream error timeout;',
		'proxy_next_upstream error timeout non_idempotent;',
	);

test.each([
	['stores a comment once, and the client learns that it may have been saved', recommended, 503, 1],
	// This shows that the test finds a write that was sent twice.
	['stores a comment twice with the option that the configuration warns of', repeatPosts, 201, 2],
])('a replica that is killed while PostgreSQL commits %s', async (_, change, status, storedCount) => {
	const { pool, replicas } = cluster();
	await cluster().startReplica();
	await pool.query(COMMIT_WAITS);
	const [victim, successor] = replicas;
	if (!victim || !successor) throw new Error('This test needs two replicas.');
	const [port, otherPort] = [victim, successor].map(({ url }) => Number(new URL(url).port));
	const nginx = await startNginx(await findFreePort(), [Number(port), Number(otherPort)], (configuration) =>
		// The first replica gets every request that it accepts, so the test knows which one to kill.
		change(configuration.replace(`127.0.0.1:${otherPort};`, `127.0.0.1:${otherPort} backup;`)),
	);
	const { token } = await cluster().createUser();
	const { rows } = await pool.query<{ id: string }>(
		`INSERT INTO events (title, date) VALUES ('Fair', now() + interval '1 day') RETURNING id`,
	);
	const eventId = rows[0]?.id;
	const lockHolder = await pool.connect();
	try {
		await lockHolder.query(`SELECT pg_advisory_lock(${LOCK})`);
		// Without a key, so that only nginx decides whether the comment is stored twice.
		const request = {
			method: 'POST',
			path: `/api/events/${eventId}/comments`,
			token,
			body: { body: 'Hello' },
		};
		const response = send(nginx.url, request);
		await waitForCommits(1);
		await cluster().stopReplica(victim, 'SIGKILL');
		await (storedCount > 1 ? waitForCommits(storedCount) : response);
		await lockHolder.query(`SELECT pg_advisory_unlock(${LOCK})`);
		const { status: received, body } = await response;
		expect([received, String(body).includes('may have been saved')]).toEqual([status, status === 503]);
		const countComments = async () =>
			(await pool.query('SELECT 1 FROM comments WHERE event_id = $1', [eventId])).rowCount;
		await expect.poll(countComments).toBe(storedCount);
	} finally {
		lockHolder.release();
		await nginx.stop();
	}
});

/** Lets each transaction with a new comment wait for LOCK during its COMMIT. */
const COMMIT_WAITS = `
	CREATE OR REPLACE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN PERFORM pg_advisory_xact_lock(${LOCK}); RETURN NULL; END $$;
	DROP TRIGGER IF EXISTS wait_for_test ON comments;
	CREATE CONSTRAINT TRIGGER wait_for_test AFTER INSERT ON comments DEFERRABLE INITIALLY DEFERRED
		FOR EACH ROW EXECUTE FUNCTION wait_for_test()`;

/** Waits until exactly `count` transactions wait for LOCK. */
function waitForCommits(count: number): Promise<void> {
	const query = `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = ${LOCK}`;
	const isReached = async () => (await cluster().pool.query(query)).rowCount === count;
	return waitUntil(`${count} transactions wait`, isReached, 30_000);
}
