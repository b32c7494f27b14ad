import type { ImportResult } from '~/domain/discord/import.ts';

export const LIST_ADDRESS = '/admin/discord-import';

/** Where the dialog shows how an import goes. */
export const runAddress = (runId: string) => `${LIST_ADDRESS}?run=${runId}`;

/** Where a finished import's dialog goes to be closed, with the notice of its success. */
export const closingAddress = (runId: string) => `${runAddress(runId)}&close=1`;

/** The notice of a success (spec, section 8, "Import"). */
export function describeSuccess({ eventTitle, signupsImported, usersCreated, usersUpdated }: ImportResult) {
	return {
		tone: 'success' as const,
		title: `Successfully imported Discord event "${eventTitle}"!`,
		text: `Signups imported: ${signupsImported}. New users created: ${usersCreated}. Existing users updated: ${usersUpdated}.`,
	};
}
