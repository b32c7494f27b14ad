import type { Migration } from './migration.ts';

/**
 * The time of a picture's last upload: a newly uploaded picture is not deleted, because a form may still be
 * about to use it.
 */
export const imageTimes: Migration = {
	name: '0006-image-times',
	up: ({ run }) =>
		run(`
			ALTER TABLE images ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
			CREATE INDEX images_created_at_idx ON images (created_at);
		`),
	down: ({ run }) => run('ALTER TABLE images DROP COLUMN created_at'),
};
