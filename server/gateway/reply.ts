import type { z } from 'zod';
import type { ButtonRow, Embed } from '~/domain/discord/announcement.ts';
import type { SelectRow } from '~/domain/discord/components.ts';
import type { Actor } from '~/domain/policy.ts';
import type { Operation, OperationArguments } from '../operations/kernel/operation.ts';

/** What the member sees. An update of a message without `components` or `embeds` keeps those it has. */
export type Reply = { content: string; embeds?: Embed[]; components?: (ButtonRow | SelectRow)[] };

/** What one member does at `now`. */
export type MemberCall = {
	discordId: string;
	now: Date;
	/** Returns the member's actor; one without an account may read, and has no signups. */
	findActor: () => Promise<Actor>;
	/** Does the same after creating the account if there is none; returns null for a user whose account was erased. */
	findOrCreateActor: () => Promise<Actor | null>;
	/** Runs an operation as this actor. */
	perform: <Param extends string, Schema extends z.ZodType, Result>(
		operation: Operation<Param, Schema, Result>,
		args?: OperationArguments<Param>,
	) => Promise<Result>;
};
