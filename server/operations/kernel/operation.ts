import type { z } from 'zod';
import { withDatabaseBudget } from '~/database/connection.ts';
import { FIELD_ERRORS } from '~/domain/limits.ts';
import { type Action, type Actor, can, mayAttempt, needsSession } from '~/domain/policy.ts';
import { denied, type FieldErrors, invalid, unauthenticated } from '~/domain/refusal.ts';

/** Who calls and when. The clock comes from the door (request, job, packet), never from inside. */
export type Caller = { actor: Actor | null; now: Date };

type Definition<Param extends string, Schema extends z.ZodType, Answer> = {
	/** The policy key; it is the operation's name and its form's intent. */
	allow: Action;
	/** Refuses where this deployment has no such thing: after the role, before the body is read. */
	available?: () => void;
	/** Names of the ids that come with the address, not with the body. */
	params?: readonly Param[];
	/** What the body (or query) must be. */
	input: Schema;
	/** How long it may wait for the database, in milliseconds; left out, what is left of the request's budget. */
	databaseBudgetMs?: number;
	handle(call: {
		actor: Actor;
		now: Date;
		params: Record<Param, string>;
		input: z.output<Schema>;
	}): Promise<Answer>;
};

export type Operation<Param extends string, Schema extends z.ZodType, Answer> = Definition<
	Param,
	Schema,
	Answer
>;

/** Declares an operation: the one place where a thing happens (docs/architecture.md). */
export function operation<const Param extends string, Schema extends z.ZodType, Answer>(
	definition: Definition<Param, Schema, Answer>,
): Operation<Param, Schema, Answer> {
	return definition;
}

export type OperationArguments<Param extends string> = {
	params?: Record<Param, string>;
	/** Reads the raw input; called only after the role was found sufficient. */
	read?: () => Promise<unknown> | unknown;
};

const API_TOKEN_REFUSED = "API tokens can't do this. Sign in with your browser.";

/**
 * Runs an operation for a caller, refusing in the order of the decisions: no session (401), an API token where a session
 * is needed (403), role (403, before the body is read), malformed (400, thrown by `read`), invalid (422, fields named); the operation's own handle then
 * loads (404), asks about the subject (403), decides (409) and commits.
 */
export async function perform<Param extends string, Schema extends z.ZodType, Answer>(
	definition: Operation<Param, Schema, Answer>,
	caller: Caller,
	{ params, read }: OperationArguments<Param> = {},
): Promise<Answer> {
	const { actor } = caller;
	if (!actor) throw unauthenticated();
	if (needsSession(actor, definition.allow)) throw denied(API_TOKEN_REFUSED);
	if (!mayAttempt(actor, definition.allow)) throw denied();
	definition.available?.();
	const parsed = definition.input.safeParse(read ? await read() : {});
	if (!parsed.success) throw invalid(fieldErrorsOf(parsed.error));
	const { databaseBudgetMs } = definition;
	const call = {
		actor,
		now: caller.now,
		params: params ?? ({} as Record<Param, string>),
		input: parsed.data,
	};
	if (databaseBudgetMs === undefined) return definition.handle(call);
	return withDatabaseBudget(databaseBudgetMs, () => definition.handle(call));
}

/** Refuses (403) unless the policy lets `actor` do `action` to what belongs to `subject.userId`. */
export function requireSubject(actor: Actor, action: Action, subject: { userId: string | null }): void {
	if (!can(actor, action, subject)) throw denied();
}

/** A zod error as `{field: [text]}`, cut to `FIELD_ERRORS`; an error of the whole body stands under ''. */
export function fieldErrorsOf(error: z.ZodError): FieldErrors {
	const fields = new Map<string, string[]>();
	for (const { path, message } of error.issues) {
		const field = path.map(String).join('.');
		const texts = fields.get(field) ?? [];
		if (texts.length === 0 && fields.size === FIELD_ERRORS.fields) break;
		if (texts.length < FIELD_ERRORS.textsPerField) fields.set(field, [...texts, message]);
	}
	return Object.fromEntries(fields);
}

const ID = /^[1-9]\d{0,17}$/;

/** Whether `value` has the form of an id of ours; what has not names nothing (404 in a path, 422 in a body). */
export function isId(value: string | undefined): value is string {
	return value !== undefined && ID.test(value);
}
