import { renewChanges } from './0062-changes.ts';
import type { Migration } from './index.ts';

const TABLES = ['groups', 'played_groups'];

/** The voice channel of a group. Its name is that of the setting `voice_channels`, which follows Discord. */
export const voiceChannels: Migration = {
	name: '0071-voice-channels',
	async up(context) {
		for (const table of TABLES)
			await context.run(
				`ALTER TABLE ${table} ADD voice_channel_id text CHECK (voice_channel_id ~ '^[0-9]{17,20}$')`,
			);
		await renewChanges.up(context);
	},
	async down({ run }) {
		for (const table of TABLES) await run(`ALTER TABLE ${table} DROP voice_channel_id`);
		await run("DELETE FROM settings WHERE key = 'voice_channels'");
	},
};
