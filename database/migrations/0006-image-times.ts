import type { Migration } from './migration.ts';

/** When a picture was last uploaded, so that only those are swept that no form may still be about to use. */
export const imageTimes: Migration = {
	name: '0006-image-times',
	up: ({ run }) =>
		run(`
			ALTER TABLE images ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
			CREATE INDEX images_created_at_idx ON images (created_at);
		`),
	down: ({ run }) => run('ALTER TABLE images DROP COLUMN created_at'),
};
