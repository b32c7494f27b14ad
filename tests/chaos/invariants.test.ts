import { expect, test } from 'vitest';
import { expectInvariants } from './support/invariants.ts';
import { Load } from './support/load.ts';
import { useCluster } from './support/use-cluster.ts';

const cluster = useCluster();

/** A control: the check that the other files use must detect each of these faults. */
test.each([
	[
		'a lost signup',
		'DELETE FROM signups WHERE id = (SELECT min(id) FROM signups)',
		'signups that differ from the acknowledged writes',
	],
	[
		'a lost change',
		`UPDATE signups SET status = CASE status WHEN 'late' THEN 'declined' ELSE 'late' END`,
		'signups that differ from the acknowledged writes',
	],
	[
		'a lost comment',
		'DELETE FROM comments WHERE id = (SELECT min(id) FROM comments)',
		'comments that differ from the acknowledged writes',
	],
	[
		'a duplicate comment',
		'INSERT INTO comments (event_id, user_id, body) SELECT event_id, user_id, body FROM comments LIMIT 1',
		'duplicate comments',
	],
	[
		'a signup without a request',
		`INSERT INTO signups (event_id, user_id, status)
			SELECT (SELECT min(event_id) FROM signups), id, 'late' FROM users ORDER BY id LIMIT 1`,
		'signups that differ from the acknowledged writes',
	],
	[
		'a lost event',
		`DELETE FROM events WHERE title LIKE 'Event %'`,
		'that differ from the acknowledged writes',
	],
])('the invariants detect %s', async (_, faultSql, message) => {
	const load = await Load.start(cluster());
	await load.waitForWrites(50);
	await load.stop();
	await expectInvariants(cluster(), load.ledger);
	await cluster().pool.query(faultSql);
	await expect(expectInvariants(cluster(), load.ledger)).rejects.toThrow(message);
	await cluster().pool.query('TRUNCATE users, events, idempotency_keys CASCADE');
});
