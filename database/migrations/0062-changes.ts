import { changes } from '../schema/changes.ts';
import type { Migration } from './index.ts';

const FORMER = [
	...[
		'note_changed_part',
		'note_event_change',
		'note_series_change',
		'note_changed_name',
		'note_changed_organizer',
	],
];
const CURRENT = ['note_change_of_event', 'note_change_of_part', 'note_change_of_seat', 'note_change_of_all'];

/**
 * The triggers that tell of changes name what no other user sees instead of what others see. Databases that were created
 * since have them already. The version before works with them too, so nothing has to be reverted.
 */
export const renewChanges: Migration = {
	name: '0062-changes',
	async up({ run }) {
		for (const name of [...FORMER, ...CURRENT]) await run(`DROP FUNCTION IF EXISTS ${name} CASCADE`);
		await run(changes.triggers ?? '');
	},
	down: () => Promise.resolve(),
};
