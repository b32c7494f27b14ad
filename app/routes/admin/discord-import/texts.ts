import type { ImportResult } from '~/domain/discord/import.ts';

export const LIST_ADDRESS = '/admin/discord-import';

/** Returns the address at which the dialog shows the progress of an import. */
export const buildRunAddress = (runId: string) => `${LIST_ADDRESS}?run=${runId}`;

/** Returns the address that closes the dialog of a finished import and shows the success notice. */
export const buildClosingAddress = (runId: string) => `${buildRunAddress(runId)}&close=1`;

/** Returns the notice of a successful import (spec, section 8, "Import"). */
export function describeSuccess({ eventTitle, signupsImported, usersCreated, usersUpdated }: ImportResult) {
	return {
		tone: 'success' as const,
		title: `Successfully imported Discord event "${eventTitle}"!`,
		text: `Signups imported: ${signupsImported}. New users created: ${usersCreated}. Existing users updated: ${usersUpdated}.`,
	};
}
