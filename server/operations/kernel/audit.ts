import type { Transaction } from 'sequelize';
import { AuditEntry } from '~/database/models/index.ts';
import { execute } from '~/database/sql.ts';
import type { AUDIT_SUBJECTS } from '~/domain/audit.ts';
import type { Action, Actor } from '~/domain/policy.ts';
import { inBatches } from './selected.ts';

/** What the trail names; whoever shows it looks the names up, so that an erased person leaves none behind. */
export type AuditSubject = { type: (typeof AUDIT_SUBJECTS)[number]; id: string };

/**
 * Writes down who did what to what, in the transaction of the change itself: ids, and of `detail` only what names
 * nobody (a role, a status, a count). For every change that a creator or an admin makes. (decisions, "Deleting a profile")
 */
export async function recordAudit(
	entry: {
		/** Null when the program itself acted. */
		actor: Actor | null;
		action: Action;
		subject: AuditSubject;
		detail?: Record<string, unknown>;
		now: Date;
	},
	transaction: Transaction,
): Promise<void> {
	const { actor, action, subject, detail = {}, now } = entry;
	await AuditEntry.create(
		{
			actorId: actor?.id ?? null,
			action,
			subjectType: subject.type,
			subjectId: subject.id,
			detail,
			createdAt: now,
		},
		{ transaction },
	);
}

/** The same for many subjects of one kind at once, each with a detail of its own. */
export async function recordAuditOfMany(
	entry: {
		actor: Actor;
		action: Action;
		type: AuditSubject['type'];
		subjects: readonly { id: string; detail?: Record<string, unknown> }[];
		now: Date;
	},
	transaction: Transaction,
): Promise<void> {
	const { actor, action, type, subjects, now } = entry;
	for (const batch of inBatches(subjects))
		await execute(
			`INSERT INTO audit_entries (actor_id, action, subject_type, subject_id, detail, created_at)
		SELECT :actorId, :action, :type, s.id, coalesce(s.detail, '{}'), :now
		FROM jsonb_to_recordset(:subjects::jsonb) AS s(id text, detail jsonb)`,
			{ actorId: actor.id, action, type, subjects: JSON.stringify(batch), now },
			transaction,
		);
}
