import { formatDisplayName } from '~/domain/users/display.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';

/** Returns a storyteller's display name, or 'Unknown Storyteller' for a user who is no longer one. */
export function getStorytellerName(storytellers: readonly PublicUserView[], id: string): string {
	const storyteller = storytellers.find((candidate) => candidate.id === id);
	return formatDisplayName(
		{ username: storyteller?.username ?? null, preferredUsername: storyteller?.preferred_username ?? null },
		'storyteller',
	);
}
