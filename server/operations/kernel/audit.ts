import type { Transaction } from 'sequelize';
import { AuditEntry } from '~/database/models/index.ts';
import { execute, one } from '~/database/sql.ts';
import { type AuditSubjectType, describeOtherChange } from '~/domain/audit.ts';
import type { AuditedAction } from '~/domain/audit-sentences.ts';
import type { Actor } from '~/domain/policy.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { ChangeContext } from './operation.ts';
import { splitIntoBatches } from './selection.ts';

/**
 * What an audit entry is about. Only the id is stored, and the name is looked up when the entry is shown, so
 * that no name of an erased user remains.
 */
export type AuditSubject = { type: AuditSubjectType; id: string };

/**
 * Saves who did what to which subject, in the transaction of the change. It must be called for every change that a creator
 * or an admin makes; `actor` is null when the program itself acted. The entry has ids only, and `detail` must not identify a
 * user (a role, a status, a count). (decision 0023)
 */
export async function recordAudit(
	action: AuditedAction,
	{ type: subjectType, id: subjectId }: AuditSubject,
	{ actor, now, transaction }: { actor: Actor | null; now: Date; transaction: Transaction },
	detail: Record<string, unknown> = {},
): Promise<void> {
	const entry = { actorId: actor?.id ?? null, action, subjectType, subjectId, detail, createdAt: now };
	await AuditEntry.create(entry, { transaction });
}

/** Saves an audit entry for each of many subjects of one type, each with its own detail. */
export async function recordAudits(
	action: AuditedAction,
	type: AuditSubject['type'],
	subjects: readonly { id: string; detail?: Record<string, unknown> }[],
	{ actor, now, transaction }: ChangeContext,
): Promise<void> {
	for (const batch of splitIntoBatches(subjects))
		await execute(
			`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, detail, created_at)
		SELECT :actorId, :action, :type, s.id, coalesce(s.detail, '{}'), :now
		FROM jsonb_to_recordset(:subjects::jsonb) AS s(id text, detail jsonb)`,
			{ actorId: actor.id, action, type, subjects: JSON.stringify(batch), now },
			transaction,
		);
}

/**
 * Returns what to tell `actor` whose page is older than this version of an event: who saved it by one of these actions,
 * and when, from the audit trail, as "Ada changed this event 2 minutes ago, while you were editing."
 */
export async function describeLastChange(
	change: { eventId: string; actions: readonly AuditedAction[]; version: number; verb: string },
	{ actor, now, transaction }: ChangeContext,
): Promise<string> {
	const last = await one<{ id: string; username: string; preferredUsername: string | null; at: Date }>(
		`SELECT u.id::text, u.username, u.preferred_username AS "preferredUsername", a.created_at AS at
		FROM audit_entries a JOIN users u ON u.id = a.actor_id
		WHERE a.subject_type = 'event' AND a.subject_id = :eventId AND a.action = ANY(:actions::text[])
			AND a.detail->>'version' = :version::text ORDER BY a.created_at DESC, a.id DESC LIMIT 1`,
		change,
		transaction,
	);
	const by = last && { name: last.id === actor.id ? null : formatDisplayName(last), at: last.at };
	return describeOtherChange(change.verb, by, now);
}
