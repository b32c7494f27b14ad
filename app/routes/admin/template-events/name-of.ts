import { displayName } from '~/domain/people/display.ts';
import type { PersonView } from '~/domain/people/schema.ts';

/** What a storyteller is called; somebody who is none any more is 'Unknown Storyteller'. */
export function nameOf(people: readonly PersonView[], id: string): string {
	const person = people.find((one) => one.id === id);
	return displayName(
		{ username: person?.username ?? null, preferredUsername: person?.preferred_username ?? null },
		'storyteller',
	);
}
