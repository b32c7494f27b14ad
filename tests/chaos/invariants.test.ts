import { expect, test } from 'vitest';
import { expectInvariants } from './support/invariants.ts';
import { Load } from './support/load.ts';
import { useTown } from './support/use-town.ts';

const town = useTown();

/** A control: what the other files check with must see what it is there for. */
test.each([
	[
		'a lost signup',
		'DELETE FROM signups WHERE id = (SELECT min(id) FROM signups)',
		'signups that differ from what was acknowledged',
	],
	[
		'a lost change',
		`UPDATE signups SET status = CASE status WHEN 'late' THEN 'declined' ELSE 'late' END`,
		'signups that differ from what was acknowledged',
	],
	[
		'a lost comment',
		'DELETE FROM comments WHERE id = (SELECT min(id) FROM comments)',
		'comments that differ from what was acknowledged',
	],
	[
		'a doubled comment',
		'INSERT INTO comments (event_id, user_id, body) SELECT event_id, user_id, body FROM comments LIMIT 1',
		'a comment twice',
	],
	[
		'a signup that nobody asked for',
		`INSERT INTO signups (event_id, user_id, status)
			SELECT (SELECT min(event_id) FROM signups), id, 'late' FROM users ORDER BY id LIMIT 1`,
		'signups that differ from what was acknowledged',
	],
	['a lost event', `DELETE FROM events WHERE title LIKE 'Event %'`, 'that differ from what was acknowledged'],
])('the invariants see %s', async (_, plant, found) => {
	const load = await Load.start(town());
	await load.untilWrites(50);
	await load.stop();
	await expectInvariants(town(), load.ledger);
	await town().pool.query(plant);
	await expect(expectInvariants(town(), load.ledger)).rejects.toThrow(found);
	await town().pool.query('TRUNCATE users, events, idempotency_keys CASCADE');
});
