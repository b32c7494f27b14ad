-- Fails unless Citus sends the statements of a page and of a signup to one shard ("Task Count: 1").
-- Citus chooses the shard by a condition in the statement, not by row-level security (docs/scale.md).
SET townbell.community = '1';

DO $$
DECLARE
	statement text;
	plan json;
BEGIN
	FOREACH statement IN ARRAY ARRAY[
		'SELECT e.id, count(s.id) FROM events e LEFT JOIN signups s ON s.event_id = e.id AND s.community_id = e.community_id
			WHERE e.community_id = 1 AND e.date > now() GROUP BY e.id',
		'SELECT s.id, u.username FROM signups s JOIN users u ON u.id = s.user_id AND u.community_id = s.community_id
			WHERE s.community_id = 1 AND s.event_id = 1',
		'SELECT u.id FROM sessions s JOIN users u ON u.id = s.user_id AND u.community_id = s.community_id
			WHERE s.community_id = 1 AND s.token_hash = ''\x00''',
		'INSERT INTO signups (community_id, event_id, user_id, status) VALUES (1, 1, 1, ''late'')
			ON CONFLICT (community_id, event_id, user_id) DO UPDATE SET status = excluded.status'
	] LOOP
		EXECUTE 'EXPLAIN (FORMAT JSON) ' || statement INTO plan;
		IF plan::text !~ '"Task Count": 1[,\s]' THEN
			RAISE EXCEPTION 'More than one shard: %', statement;
		END IF;
	END LOOP;
END $$;
