import { renewChanges } from './0062-changes.ts';
import type { Migration } from './index.ts';

/** Users choose whether reminders reach them directly or in the event's thread, and messages are sent by these ways. */
export const reminderWays: Migration = {
	name: '0068-reminder-ways',
	async up(context) {
		await context.run(`
			-- Null: the community's way.
			ALTER TABLE users ADD reminder_way text CHECK (reminder_way IN ('direct', 'thread'));
			-- "post_id": the first message of the post in a thread that mentions its user with others; null before it is
			-- put into one. "channel_id" is the thread then.
			ALTER TABLE direct_messages
				ADD way text NOT NULL DEFAULT 'direct' CHECK (way IN ('direct', 'thread')),
				ADD post_id bigint,
				ADD CONSTRAINT direct_messages_post_check CHECK (post_id IS NULL OR way = 'thread');
		`);
		await renewChanges.up(context);
	},
	down: ({ run }) =>
		run('ALTER TABLE direct_messages DROP way, DROP post_id; ALTER TABLE users DROP reminder_way'),
};
