import type { Migration } from './migration.ts';

/**
 * The last known values of a mirror that Discord does not return: the hash of the picture, and the status.
 */
export const mirrorState: Migration = {
	name: '0008-mirror-memory',
	up: ({ run }) =>
		run(`
			ALTER TABLE discord_mirrors
				ADD COLUMN image_hash text,
				ADD COLUMN discord_status integer,
				ADD CONSTRAINT discord_mirrors_image_hash_check CHECK (image_hash ~ '^[0-9a-f]{64}$'),
				ADD CONSTRAINT discord_mirrors_discord_status_check CHECK (discord_status BETWEEN 1 AND 4)
		`),
	down: ({ run }) => run('ALTER TABLE discord_mirrors DROP COLUMN image_hash, DROP COLUMN discord_status'),
};
