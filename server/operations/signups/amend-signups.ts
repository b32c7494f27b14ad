import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { BULK_BUDGET_MS } from '~/database/connection.ts';
import { execute, markUnnamed, one, rows, selectValue } from '~/database/sql.ts';
import { deleteSignupsInput, updateSignupsInput } from '~/domain/admin/schema.ts';
import { compareIds } from '~/domain/ids.ts';
import type { Actor } from '~/domain/policy.ts';
import { missing } from '~/domain/refusal.ts';
import { type SignupHistoryView, signupInput } from '~/domain/signups/schema.ts';
import { type FieldsByStatus, SIGNUP_STATUSES, type SignupStatus } from '~/domain/signups/statuses.ts';
import {
	countByStatus,
	SIGNUP_COLUMNS,
	type SignupHistoryRow,
	toSignupHistoryView,
} from '../../wire/signups.ts';
import { buildShownNameSql } from '../../wire/user-sql.ts';
import { recordAudit, recordAudits } from '../kernel/audit.ts';
import { doOnce } from '../kernel/idempotency.ts';
import { lockEvents } from '../kernel/lock-event.ts';
import { defineChange, defineOperation, getRow, isId } from '../kernel/operation.ts';
import { requireIssuedIds, splitIntoBatches } from '../kernel/selection.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { saveWithdrawals } from '../mirror/index.ts';
import { updateSignupRow } from './put-signup.ts';

/** Returns one signup with its event. Throws Refusal 'missing' when no such signup exists. */
export const readSignup = defineOperation({
	allow: 'signups.amend',
	params: ['signupId'],
	handle: ({ actor, params }): Promise<SignupHistoryView> => selectWithEvent(params.signupId, actor),
});

/**
 * Corrects a user's signup, also for an event that is completed or cancelled; for creators and admins
 * (PUT /api/admin/signups/{id}; spec, section 6). Notes that are left out stay. Throws Refusal 'missing' when
 * no such signup exists.
 */
export const amendSignup = defineChange({
	allow: 'signups.amend',
	params: ['signupId'],
	input: signupInput,
	async work({ actor, params, input, transaction, context }): Promise<SignupHistoryView> {
		const { locked } = await lockSignups([params.signupId].filter(isId), transaction);
		const [signup] = locked;
		if (!signup) throw missing('Signup');
		await updateSignupRow(signup, input, context);
		const detail = { ...toSubjectIds(signup), from: signup.status, to: input.status };
		await recordAudit('signups.amend', { type: 'signup', id: signup.id }, context, detail);
		return selectWithEvent(signup.id, actor, transaction);
	},
});

/** `alreadyDeleted`: how many of the selected signups were already deleted. */
export type ChangedSignups = { updated: number; alreadyDeleted: number };

/**
 * Gives all selected signups one status in one transaction; their source becomes `webapp`
 * (POST /api/admin/update-signups). Throws Refusal 'invalid', and changes nothing, when the selection is
 * empty, too large, or has an id that never belonged to a signup.
 */
export const updateSignups = defineChange({
	allow: 'signups.setStatusMany',
	input: updateSignupsInput,
	databaseBudgetMs: BULK_BUDGET_MS,
	async work({
		actor,
		input: { signupIds, status, idempotencyKey: key },
		now,
		transaction,
		context,
	}): Promise<ChangedSignups> {
		const action = 'signups.setStatusMany';
		return doOnce(action, { key, request: { signupIds, status } }, context, () =>
			keepForUndo(action, context, async () => {
				const { locked, alreadyDeleted } = await lockSignups(signupIds, transaction, 'signupIds');
				for (const batch of splitIntoBatches(locked))
					await execute(
						`UPDATE signups SET status = :status, signup_source = 'webapp', updated_at = :now,
						user_saved_at = CASE WHEN user_id = :actorId THEN :now ELSE user_saved_at END,
						awaits_reply = awaits_reply AND status = :status AND user_id <> :actorId
					WHERE id = ANY(:ids::bigint[])`,
						{ ids: toIds(batch), status, now, actorId: actor.id },
						transaction,
					);
				const subjects = locked.map((row) => ({
					id: row.id,
					detail: { ...toSubjectIds(row), from: row.status, to: status },
				}));
				await recordAudits(action, 'signup', subjects, context);
				return { updated: locked.length, alreadyDeleted };
			}),
		);
	},
});

export type DeletedSignups = { deleted: number; alreadyDeleted: number };

/**
 * Deletes the selected signups in one transaction (POST /api/admin/delete-signups). Throws Refusal 'invalid' (422), and
 * changes nothing, when the selection is empty, too large, or has an id that never belonged to a signup.
 */
export const deleteSignups = defineChange({
	allow: 'signups.deleteMany',
	input: deleteSignupsInput,
	databaseBudgetMs: BULK_BUDGET_MS,
	async work({ input: { signupIds, idempotencyKey: key }, transaction, context }): Promise<DeletedSignups> {
		const action = 'signups.deleteMany';
		return doOnce(action, { key, request: { signupIds } }, context, () =>
			keepForUndo(action, context, async () => {
				const { locked, alreadyDeleted } = await lockSignups(signupIds, transaction, 'signupIds');
				for (const batch of splitIntoBatches(locked)) {
					await execute(
						'DELETE FROM signups WHERE id = ANY(:ids::bigint[])',
						{ ids: toIds(batch) },
						transaction,
					);
					await saveWithdrawals(batch.map(toSubjectIds), transaction);
				}
				const subjects = locked.map((row) => ({
					id: row.id,
					detail: { ...toSubjectIds(row), status: row.status },
				}));
				await recordAudits(action, 'signup', subjects, context);
				return { deleted: locked.length, alreadyDeleted };
			}),
		);
	},
});

export type SelectedSignups = {
	count: number;
	/** How many users they are of. */
	users: number;
	/** Their counts by status, in the order of the statuses; those with none are left out. */
	statuses: { status: SignupStatus; count: number }[];
	/** Up to 100 of their events, by date (ISO 8601), with the number of selected signups. */
	events: { title: string; date: string; signups: number }[];
	eventCount: number;
	/** The names of the users with the first signups, each once. */
	names: string[];
};

const MAX_EVENTS = 100;
const MAX_NAMES = 5;

/** Returns what the selected signups are, for the confirmation before their deletion. Unknown ids are ignored. */
export const readSelectedSignups = defineOperation({
	allow: 'signups.deleteMany',
	input: z.object({ signupIds: z.array(z.string()) }),
	async handle({ input }): Promise<SelectedSignups> {
		const row = await one<Omit<SelectedSignups, 'statuses'> & FieldsByStatus<'count'>>(
			markUnnamed(`WITH chosen AS MATERIALIZED (
				SELECT s.id, s.status, s.event_id, s.user_id, s.created_at FROM signups s WHERE s.id = ANY(:ids::bigint[]))
			SELECT count(*)::int AS count, count(DISTINCT s.user_id)::int AS users, ${countByStatus('_count')}, count(DISTINCT s.event_id)::int AS "eventCount",
				coalesce((SELECT json_agg(json_build_object('title', l.title, 'date', l.date, 'signups', l.signups)
						ORDER BY l.date, l.id)
					FROM (SELECT e.id, e.title, e.date, count(*)::int AS signups
						FROM chosen c JOIN events e ON e.id = c.event_id
						GROUP BY e.id ORDER BY e.date, e.id LIMIT ${MAX_EVENTS}) l), '[]') AS events,
				ARRAY(SELECT coalesce(${buildShownNameSql('u')}, u.username) FROM (
					SELECT user_id, min(created_at) AS first_at FROM chosen GROUP BY user_id) c JOIN users u ON u.id = c.user_id
					ORDER BY c.first_at, u.id LIMIT ${MAX_NAMES}) AS names
			FROM chosen s`),
			{ ids: input.signupIds.filter(isId) },
		);
		if (!row) throw new Error('A SELECT of counts returned no row.');
		const { count, users, events, eventCount, names } = row;
		const statuses = SIGNUP_STATUSES.map((status) => ({ status, count: row[`${status}_count`] }));
		return { count, users, statuses: statuses.filter((one) => one.count > 0), events, eventCount, names };
	},
});

/** Returns how many users the selected signups are of. Unknown ids are ignored. */
export const countSignupUsers = defineOperation({
	allow: 'signups.listAll',
	input: z.object({ signupIds: z.array(z.string()) }),
	async handle({ input: { signupIds } }): Promise<number> {
		const count = await selectValue<number>(
			'SELECT count(DISTINCT user_id)::int FROM signups WHERE id = ANY(:ids::bigint[])',
			{ ids: signupIds.filter(isId) },
		);
		return count ?? 0;
	},
});

type LockedSignup = { id: string; user_id: string; event_id: string; status: string };

const toIds = (signups: readonly LockedSignup[]) => signups.map(({ id }) => id);
/** Returns the ids that tell whose signup it was, for the audit trail after the signup is deleted. */
const toSubjectIds = ({ user_id, event_id }: LockedSignup) => ({ userId: user_id, eventId: event_id });

/**
 * Returns the signups with these ids, locked until the transaction ends; `alreadyDeleted` is how many no longer exist.
 * Their events are locked first and by id, as in every other operation, so that signups, deletions and other
 * selections wait for each other without a deadlock. With `field`, throws Refusal 'invalid' there when an id
 * never belonged to a signup.
 */
async function lockSignups(
	ids: readonly string[],
	transaction: Transaction,
	field?: string,
): Promise<{ locked: LockedSignup[]; alreadyDeleted: number }> {
	if (field) await requireIssuedIds('signups', field, ids, transaction);
	const ofSignups = 'e.id IN (SELECT event_id FROM signups WHERE id = ANY(:ids::bigint[]))';
	await lockEvents(ofSignups, { ids }, transaction, 'NO_KEY_UPDATE');
	const locked: LockedSignup[] = [];
	for (const batch of splitIntoBatches(ids.toSorted(compareIds))) {
		locked.push(
			...(await rows<LockedSignup>(
				`SELECT id, user_id, event_id, status FROM signups WHERE id = ANY(:ids::bigint[])
				ORDER BY id FOR UPDATE`,
				{ ids: batch },
				transaction,
			)),
		);
	}
	return { locked, alreadyDeleted: ids.length - locked.length };
}

async function selectWithEvent(
	signupId: string,
	actor: Actor,
	transaction?: Transaction,
): Promise<SignupHistoryView> {
	const row = await getRow<SignupHistoryRow>(
		['Signup', signupId],
		`SELECT ${SIGNUP_COLUMNS}, e.title, e.date, e.location
		FROM signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id WHERE s.id = :signupId`,
		{ signupId },
		transaction,
	);
	return toSignupHistoryView(row, actor);
}
