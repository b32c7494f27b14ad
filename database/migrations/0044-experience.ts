import type { Migration } from './migration.ts';

/** What users say of themselves for the groups: whether they are new, and whether they like to teach (decision 0076). */
export const experience: Migration = {
	name: '0044-experience',
	up: ({ run }) =>
		run(`
			ALTER TABLE users ADD COLUMN experience text, ADD COLUMN likes_teaching boolean NOT NULL DEFAULT false;
			ALTER TABLE users ADD CONSTRAINT users_experience_check CHECK (experience IN ('new', 'few')) NOT VALID;
		`),
	down: ({ run }) => run('ALTER TABLE users DROP COLUMN likes_teaching, DROP COLUMN experience'),
};
