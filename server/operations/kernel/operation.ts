import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction, withDatabaseBudget } from '~/database/connection.ts';
import {
	type BorrowedReplica,
	noteCommits,
	type ReadPosition,
	readFromReplica,
	withReplica,
} from '~/database/replicas.ts';
import { type Binds, one, type Sql } from '~/database/sql.ts';
import { traceWork } from '~/database/tracing.ts';
import { ROW_ID } from '~/domain/ids.ts';
import { type Action, type Actor, can, canAttempt, needsSession } from '~/domain/policy.ts';
import { denied, type FieldErrors, invalid, missing, Refusal, unauthenticated } from '~/domain/refusal.ts';
import { log } from '../../log.ts';
import { noteLastWrite } from './read-position.ts';

/** A refusal lists at most this many invalid fields, and this many texts for each. */
const FIELD_ERRORS = { fields: 20, textsPerField: 5 } as const;

/**
 * The actor of an operation and the current time. The time comes from the entry point (request, job, gateway packet),
 * never from inside an operation. `replica`: operations with `readsReplica` read it instead of the primary.
 */
export type OperationContext = { actor: Actor | null; now: Date; replica?: BorrowedReplica | null };

/** What a change is made with: who makes it, when, and the transaction that all of it belongs to. */
export type ChangeContext = { actor: Actor; now: Date; transaction: Transaction };

/** The schema of an operation without a body or query. */
const NO_INPUT = z.object({});

type Definition<Param extends string, Schema extends z.ZodType, Result> = {
	/** The policy key. It is also the name of the operation and the intent of its form. */
	allow: Action;
	/** Throws Refusal 'denied' (403) when this deployment does not offer the operation. Runs before the body is read. */
	requireAvailable?: () => void;
	/** The names of the ids that come with the address, not with the body. */
	params?: readonly Param[];
	/** The schema of the body (or query); by default nothing is read. */
	input?: Schema;
	/** How long it may wait for the database, in milliseconds; by default the rest of the request's time budget. */
	databaseBudgetMs?: number;
	/** Whether it only reads, and may read what others have changed some seconds later. */
	readsReplica?: true;
	handle(call: {
		actor: Actor;
		now: Date;
		params: Record<Param, string>;
		input: z.output<Schema>;
	}): Promise<Result>;
};

export type Operation<Param extends string, Schema extends z.ZodType, Result> = Definition<
	Param,
	Schema,
	Result
> & { input: Schema };

/** Declares an operation, which a page's form, its API call, a slash command and a job run (docs/architecture.md). */
export const defineOperation = <
	const Param extends string,
	Result,
	Schema extends z.ZodType = typeof NO_INPUT,
>(
	definition: Definition<Param, Schema, Result>,
): Operation<Param, Schema, Result> => ({
	...definition,
	input: definition.input ?? (NO_INPUT as z.ZodType as Schema),
});

type Change<Param extends string, Schema extends z.ZodType, Result> = Omit<
	Definition<Param, Schema, Result>,
	'handle'
> & {
	/** Default: `inTransaction` of database/connection.ts. */
	inTransaction?: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
	work(
		call: Parameters<Definition<Param, Schema, Result>['handle']>[0] & {
			transaction: Transaction;
			/** The actor, the time and the transaction. */
			context: ChangeContext;
		},
	): Promise<Result>;
};

/** Declares an operation whose whole work is one transaction. */
export const defineChange = <const Param extends string, Result, Schema extends z.ZodType = typeof NO_INPUT>({
	inTransaction: run = inTransaction,
	work,
	...definition
}: Change<Param, Schema, Result>): Operation<Param, Schema, Result> =>
	defineOperation<Param, Result, Schema>({
		...definition,
		handle: (call) =>
			run((transaction) =>
				work({ ...call, transaction, context: { actor: call.actor, now: call.now, transaction } }),
			),
	});

export type OperationArguments<Param extends string> = {
	params?: Record<Param, string>;
	/** Returns the raw input. It is called only after the role check has succeeded. */
	read?: () => Promise<unknown> | unknown;
};

/** An operation that takes this long is logged. */
const SLOW_MS = 1_000;

const API_TOKEN_REFUSAL = "API tokens can't do this. Sign in with your browser.";

/**
 * Runs an operation and returns its result. Throws a Refusal, in this order: 'unauthenticated' (401) without a session;
 * 'denied' (403) for an API token where a session is required, then for the role, before the body is read; 'malformed'
 * (400), thrown by `read`; 'invalid' (422) with the fields named. Then `handle` loads the row ('missing', 404), checks
 * the subject ('denied', 403), decides ('conflict', 409) and commits. When `handle` takes a second or longer, the log
 * gets the operation's name, and nothing of its input.
 */
export async function perform<Param extends string, Schema extends z.ZodType, Result>(
	definition: Operation<Param, Schema, Result>,
	context: OperationContext,
	{ params, read }: OperationArguments<Param> = {},
): Promise<Result> {
	const { actor } = context;
	if (!actor) throw unauthenticated();
	if (needsSession(actor, definition.allow)) throw denied(API_TOKEN_REFUSAL);
	if (!canAttempt(actor, definition.allow)) throw denied();
	definition.requireAvailable?.();
	const parsed = definition.input.safeParse(read ? await read() : {});
	if (!parsed.success) throw invalid(toFieldErrors(parsed.error));
	// PostgreSQL cannot read this character, so nothing has such an id.
	if (Object.values<string>(params ?? {}).some((id) => id.includes('\0'))) throw missing('Address');
	const { databaseBudgetMs } = definition;
	const call = {
		actor,
		now: context.now,
		params: params ?? ({} as Record<Param, string>),
		input: parsed.data,
	};
	const handle = () =>
		traceWork(
			() => ({ kind: 'internal', name: definition.allow, attributes: {} }),
			() => definition.handle(call),
		);
	const started = performance.now();
	try {
		if (definition.readsReplica && context.replica) return await readReplicaFirst(context.replica, handle);
		const work = databaseBudgetMs ? () => withDatabaseBudget(databaseBudgetMs, handle) : handle;
		return await noteCommits(work, () => noteLastWrite(actor.id));
	} finally {
		const ms = Math.round(performance.now() - started);
		if (ms >= SLOW_MS) log().warn({ operation: definition.allow, ms }, 'slow operation');
	}
}

/** Runs an operation like `perform`, on a replica that has applied `position` when there is one. */
export const performWithReplica = <Schema extends z.ZodType, Result>(
	definition: Operation<string, Schema, Result>,
	context: OperationContext,
	position: ReadPosition | null,
): Promise<Result> => withReplica(position, (replica) => perform(definition, { ...context, replica }));

/** Reads the replica, and the primary when the replica has no such row: another page may have shown it already. */
async function readReplicaFirst<Result>(
	replica: BorrowedReplica,
	read: () => Promise<Result>,
): Promise<Result> {
	try {
		return await readFromReplica(replica, read);
	} catch (error) {
		if (error instanceof Refusal && error.kind === 'missing') return read();
		throw error;
	}
}

/** Throws Refusal 'denied' unless the policy lets `actor` do `action` to what belongs to `subject.userId`. */
export function requireSubject(actor: Actor, action: Action, subject: { userId: string | null }): void {
	if (!can(actor, action, subject)) throw denied();
}

/** Returns a zod error as `{field: [text]}`, limited to `FIELD_ERRORS`. An error of the whole body is under ''. */
export function toFieldErrors(error: z.ZodError): FieldErrors {
	const fields = new Map<string, string[]>();
	for (const { path, message } of error.issues) {
		const field = path.map(String).join('.');
		const texts = fields.get(field) ?? [];
		if (texts.length === 0 && fields.size === FIELD_ERRORS.fields) break;
		if (texts.length < FIELD_ERRORS.textsPerField) fields.set(field, [...texts, message]);
	}
	return Object.fromEntries(fields);
}

/** Returns whether `value` has the form of an id. Any other belongs to no row (404 in a path, 422 in a body). */
export function isId(value: string | undefined): value is string {
	return value !== undefined && ROW_ID.test(value);
}

/**
 * Returns the row of a `noun` ('Event') that a statement finds by `id`. Throws Refusal 'missing' when there is none, also for
 * an `id` that no row can have.
 */
export async function getRow<Row extends object>(
	[noun, id]: readonly [noun: string, id: string],
	sql: Sql,
	binds: Binds,
	transaction?: Transaction,
): Promise<Row> {
	const row = isId(id) ? await one<Row>(sql, binds, transaction) : null;
	if (!row) throw missing(noun);
	return row;
}
