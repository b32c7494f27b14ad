-- Spike (docs/scale.md): turns a migrated database of one community into one of many. No version of Townbell runs this.
-- The list of tables, keys and triggers comes from the catalog, so it includes those of later migrations.
--
-- Each table gets community_id, which becomes the first column of its keys, foreign keys and B-tree indexes. Existing
-- rows belong to community 1. With the extension Citus, the tables are distributed by community_id. Without it, they
-- are partitioned by HASH (community_id), and a partition stands for a shard.
--
-- Row-level security shows the app only the rows of the community in the setting townbell.community. Without that
-- setting, each statement fails.
--
-- townbell.shards: the number of partitions, by default 4.

DO $$ BEGIN
	IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'townbell_communities') THEN
		CREATE ROLE townbell_communities NOLOGIN;
	END IF;
END $$;
CREATE SCHEMA single;

CREATE TEMP TABLE moved AS
SELECT c.oid AS id, c.relname AS name FROM pg_class c
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> 'schema_migrations';

-- What is created again after the rows are copied, in this order.
CREATE TEMP TABLE statements AS
SELECT 1 AS step, m.name, format('ALTER TABLE %I ADD CONSTRAINT %I %s', m.name, c.conname,
	replace(pg_get_constraintdef(c.oid), '(', '(community_id, ')) AS sql
FROM pg_constraint c JOIN moved m ON m.id = c.conrelid WHERE c.contype IN ('p', 'u')
UNION ALL
-- The columns and expressions of an index begin after its method. GIN has no operator class for bigint.
SELECT 2, m.name, replace(pg_get_indexdef(i.indexrelid), 'USING btree (', 'USING btree (community_id, ')
FROM pg_index i JOIN moved m ON m.id = i.indrelid
WHERE NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u'))
UNION ALL
SELECT CASE c.confdeltype WHEN 'n' THEN 4 ELSE 3 END, m.name, format('ALTER TABLE %I ADD CONSTRAINT %I %s', m.name, c.conname,
	-- Only the reference becomes null, not the community.
	regexp_replace(replace(pg_get_constraintdef(c.oid), '(', '(community_id, '),
		'(FOREIGN KEY \(community_id, ([^)]*)\).* SET NULL)', '\1 (\2)'))
FROM pg_constraint c JOIN moved m ON m.id = c.conrelid WHERE c.contype = 'f'
UNION ALL
SELECT 5, m.name, pg_get_triggerdef(t.oid) FROM pg_trigger t JOIN moved m ON m.id = t.tgrelid WHERE NOT t.tgisinternal
UNION ALL
SELECT 6, p.proname, regexp_replace(pg_get_functiondef(p.oid), 'ON CONFLICT \(', 'ON CONFLICT (community_id, ', 'g')
FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang
WHERE p.pronamespace = 'public'::regnamespace AND l.lanname = 'plpgsql' AND p.prosrc LIKE '%ON CONFLICT (%';

-- The foreign keys go first: they hold the tables together. The old tables lose the names of their indexes below.
DO $$
DECLARE
	is_citus boolean := EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus');
	shards int := coalesce(current_setting('townbell.shards', true), '4');
	item record;
	identity record;
	latest bigint;
BEGIN
	FOR item IN SELECT * FROM moved LOOP
		EXECUTE format('ALTER TABLE public.%I SET SCHEMA single', item.name);
		EXECUTE format(
			'CREATE TABLE public.%1$I (LIKE single.%1$I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING IDENTITY
				INCLUDING GENERATED, community_id bigint NOT NULL DEFAULT current_setting(''townbell.community'')::bigint) %2$s',
			item.name, CASE WHEN is_citus THEN '' ELSE 'PARTITION BY HASH (community_id)' END);
		IF is_citus THEN
			PERFORM create_distributed_table(item.name::regclass, 'community_id');
		ELSE
			FOR n IN 0 .. shards - 1 LOOP
				EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
					item.name || '_shard_' || n, item.name, shards, n);
			END LOOP;
		END IF;
		EXECUTE format('INSERT INTO public.%1$I SELECT *, 1 FROM single.%1$I', item.name);
		FOR identity IN SELECT attname AS name FROM pg_attribute WHERE attrelid = item.id AND attidentity <> '' LOOP
			EXECUTE format('SELECT max(%I) FROM single.%I', identity.name, item.name) INTO latest;
			PERFORM setval(pg_get_serial_sequence(format('public.%I', item.name), identity.name), coalesce(latest, 1),
				latest IS NOT NULL);
		END LOOP;
	END LOOP;
	PERFORM set_config('client_min_messages', 'warning', true);
	DROP SCHEMA single CASCADE;

	-- Citus has no ON DELETE SET NULL with the distribution column (citus#7132), and a trigger that runs on a shard
	-- must not write to another distributed table. docs/scale.md says what replaces both.
	FOR item IN SELECT * FROM statements WHERE NOT is_citus OR step NOT IN (4, 5) ORDER BY step LOOP
		EXECUTE item.sql;
	END LOOP;
	FOR item IN SELECT * FROM moved LOOP
		EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', item.name);
		EXECUTE format('CREATE POLICY community ON %I
			USING (community_id = current_setting(''townbell.community'')::bigint)', item.name);
		EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %I TO townbell_communities', item.name);
	END LOOP;
END $$;

GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO townbell_communities;
GRANT SELECT ON schema_migrations TO townbell_communities;
DROP TABLE moved, statements;
