import { changes } from '../schema/changes.ts';
import type { Migration } from './index.ts';

const DROP = `
	DROP TABLE IF EXISTS event_changes, event_revisions, revision_epochs;
	DROP FUNCTION IF EXISTS revision_epoch();`;

/**
 * The log of changes is counted instead of read by positions. Databases that were created since have its tables already,
 * which are empty then, as a log may be.
 */
export const revisions: Migration = {
	name: '0063-revisions',
	async up({ run }) {
		await run(DROP);
		await run(changes.tables);
		// Open pages of the version before compare these numbers with ids of transactions, which must be lower.
		await run(
			'INSERT INTO event_revisions SELECT -1, id, id FROM (SELECT pg_current_xact_id()::text::bigint AS id) AS now',
		);
	},
	async down({ run }) {
		await run(DROP);
		await run(`
			CREATE TABLE event_changes (
				event_id bigint,
				xid xid8 DEFAULT pg_current_xact_id(),
				created_at timestamptz NOT NULL DEFAULT now(),
				PRIMARY KEY (xid, event_id)
			);
			INSERT INTO event_changes (event_id) VALUES (0);
		`);
	},
};
