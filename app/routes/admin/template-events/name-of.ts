import { displayName } from '~/domain/people/display.ts';
import type { PersonView } from '~/domain/people/schema.ts';

/** Returns a storyteller's display name, or 'Unknown Storyteller' for a user who is no longer one. */
export function nameOf(people: readonly PersonView[], id: string): string {
	const person = people.find((one) => one.id === id);
	return displayName(
		{ username: person?.username ?? null, preferredUsername: person?.preferred_username ?? null },
		'storyteller',
	);
}
