import type { Migration } from './migration.ts';

/** The name of the browser that a session was started in, without its version; null for older sessions. */
export const sessionBrowsers: Migration = {
	name: '0020-session-browsers',
	up: ({ run }) =>
		run(`
			ALTER TABLE sessions ADD COLUMN browser text
				CONSTRAINT sessions_browser_check CHECK (char_length(browser) <= 100);
		`),
	down: ({ run }) => run('ALTER TABLE sessions DROP COLUMN browser'),
};
