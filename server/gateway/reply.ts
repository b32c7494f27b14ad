import type { ButtonRow, Embed } from '~/domain/discord/announcement.ts';
import type { Actor } from '~/domain/policy.ts';

/** A row with a menu of texts. */
export type SelectRow = {
	type: 1;
	components: [
		{
			type: 3;
			custom_id: string;
			placeholder: string;
			min_values: number;
			max_values: number;
			options: { value: string; label: string; description?: string; default: boolean }[];
		},
	];
};

/** What the member sees. An update of a message without `components` or `embeds` keeps those it has. */
export type Reply = { content: string; embeds?: Embed[]; components?: (ButtonRow | SelectRow)[] };

/** Runs the member's actions. `findOrCreateActor` returns null for a user whose account was erased. */
export type MemberCall = { now: Date; findOrCreateActor: () => Promise<Actor | null> };
