import type { ButtonRow, Embed } from '~/domain/discord/announcement.ts';
import type { SelectRow } from '~/domain/discord/components.ts';
import type { Actor } from '~/domain/policy.ts';

/** What the member sees. An update of a message without `components` or `embeds` keeps those it has. */
export type Reply = { content: string; embeds?: Embed[]; components?: (ButtonRow | SelectRow)[] };

/** Runs the member's actions. `findOrCreateActor` returns null for a user whose account was erased. */
export type MemberCall = { now: Date; findOrCreateActor: () => Promise<Actor | null> };
