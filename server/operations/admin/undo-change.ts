import type { Transaction } from 'sequelize';
import {
	BULK_BUDGET_MS,
	inTransaction,
	isForeignKeyViolation,
	isUniqueViolation,
} from '~/database/connection.ts';
import { execute, markUnnamed, one, rows, selectColumn, selectValue } from '~/database/sql.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import type { KeptPlace, Loss, Place } from '~/domain/places/places.ts';
import { type Action, can } from '~/domain/policy.ts';
import { conflict, Refusal } from '~/domain/refusal.ts';
import {
	countRestored,
	describeObstacles,
	isUnchanged,
	type KeptChange,
	type KeptRow,
	type NetChange,
	type Obstacle,
	type Restored,
	toNetChanges,
	UNDO_BYTES_MAX,
	UNDO_MS,
	UNDO_TEXTS,
} from '~/domain/undo.ts';
import { type Role, type RoleChange, removesLastAdmin } from '~/domain/users/roles.ts';
import { findImageByHash } from '../../images/store.ts';
import { inJobTransaction } from '../../queue.ts';
import { buildShownNameSql } from '../../wire/user-sql.ts';
import { requestGroupPost, restartAnnouncement } from '../announcements/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { type ChangeContext, defineChange, defineOperation, getRow } from '../kernel/operation.ts';
import { endMirrors, renewMirrors, restoreMirrors } from '../mirror/index.ts';
import { saveDecisionAfterReinstating, settleAfterUndo } from '../places/index.ts';
import { lockAdmins } from '../users/index.ts';
import {
	groupByTable,
	lockKept,
	putBack,
	selectCurrent,
	selectKept,
	withExistingColumns,
	withExistingSeries,
} from './restore-rows.ts';
import { renewMirrorsWithoutImage } from './save-settings.ts';

/**
 * `eventId`: the event that was put back, when it is the only one. `waiting`: how many players wait because their places
 * have gone to others.
 */
export type UndoneChange = { restored: Restored; eventId: string | null; waiting: number };

/**
 * Undoes the action of an audit entry (POST /api/audit/{id}/undo): each row that it changed is again as it was before. The
 * undo of saved groups also undoes the later saves of the same event, so that any earlier version can be had again.
 * Users who may do the action to what others own may undo it, within 30 days. Throws Refusal 'missing' when no such entry exists, 'denied' when
 * the actor may not do the action, 'conflict' when it was undone already, can no longer be undone, or a row has changed
 * since, with the names of what stands against it; nothing is changed then.
 */
export const undoChange = defineChange({
	allow: 'audit.undo',
	params: ['entryId'],
	databaseBudgetMs: BULK_BUDGET_MS,
	inTransaction: inJobTransaction,
	async work({ actor, params: { entryId }, now, transaction, context }): Promise<UndoneChange> {
		const entry = await getRow<{ action: Action; undoId: string | null }>(
			['Change', entryId],
			'SELECT action, undo_id::text AS "undoId" FROM audit_entries WHERE id = :entryId',
			{ entryId },
			transaction,
		);
		const undo =
			entry.undoId &&
			(await one<{ id: string; action: Action; undoneAt: Date | null }>(
				`SELECT id::text, action, undone_at AS "undoneAt" FROM undos WHERE id = :id AND created_at > :since FOR UPDATE`,
				{ id: entry.undoId, since: new Date(now.getTime() - UNDO_MS) },
				transaction,
			));
		// The author of a comment may delete it, but must not restore it after a creator has removed it.
		if (!can(actor, undo ? undo.action : entry.action, { userId: null }))
			throw new Refusal('denied', "You don't have permission to undo this.");
		if (!undo) throw conflict(UNDO_TEXTS.missing);
		if (undo.undoneAt) throw conflict(UNDO_TEXTS.undone);
		const ids = [
			undo.id,
			...(undo.action === 'groups.save' ? await lockLaterSaves(undo.id, transaction) : []),
		];
		// Admins are locked before other users, as in every other operation.
		const adminIds = undo.action === 'users.setRole' ? await lockAdmins(transaction) : [];
		await lockKept(await selectKept(ids, transaction), transaction);
		// Read again, because what was erased while this waited for the locks must not come back.
		const kept = await selectKept(ids, transaction);
		const changes = await withExistingSeries(
			toNetChanges(await withExistingColumns(kept, transaction)),
			transaction,
		);
		await requireUnchanged(changes, transaction);
		if (removesLastAdmin(adminIds, changes.flatMap(toRoleChange))) throw conflict(ADMIN_TEXTS.lastAdmin);
		await putBack(changes, transaction).catch((error: unknown) => {
			// Such as another event of the same date of its series.
			if (isUniqueViolation(error)) throw conflict(UNDO_TEXTS.replaced);
			throw isForeignKeyViolation(error) ? conflict(UNDO_TEXTS.gone) : error;
		});
		await restorePicture(changes, context);
		const events = listEventIds(changes);
		if (undo.action === 'events.cancel')
			for (const eventId of events) await saveDecisionAfterReinstating(eventId, now, transaction);
		const waiting = await settleRestored(kept, events, now, transaction);
		await restoreOnDiscord(changes, kept, context);
		await execute(
			'UPDATE undos SET undone_at = :now WHERE id = ANY(:ids::bigint[])',
			{ ids, now },
			transaction,
		);
		const restored = countRestored(changes);
		const detail = { ...restored, undone: undo.action };
		await recordAudit('audit.undo', { type: 'change', id: entryId }, context, detail);
		return { restored, eventId: events.size === 1 ? ([...events][0] ?? null) : null, waiting };
	},
});

/** Returns the later saves of the same event's groups that have not been undone, oldest first, locked. */
async function lockLaterSaves(undoId: string, transaction: Transaction): Promise<string[]> {
	const later = await selectColumn(
		`SELECT u.id::text FROM undos u WHERE u.action = 'groups.save' AND u.undone_at IS NULL AND u.id > :undoId
			AND EXISTS (SELECT FROM undo_rows r JOIN undo_rows o ON o.undo_id = :undoId AND o.table_name = 'events'
				AND o.before ->> 'id' = r.before ->> 'id' WHERE r.undo_id = u.id AND r.table_name = 'events')
		ORDER BY u.id FOR UPDATE OF u`,
		{ undoId },
		transaction,
	);
	return later;
}

/** Returns the audit entry of what the actor did with this request, when that can be undone, or null. */
export const findOwnUndo = defineOperation({
	allow: 'audit.undo',
	handle: ({ actor, now }): Promise<string | null> =>
		selectValue(
			`SELECT a.id::text FROM audit_entries a JOIN undos n ON n.id = a.undo_id
			WHERE a.actor_id = :actorId AND a.created_at = :now ORDER BY a.action = n.action DESC, a.id LIMIT 1`,
			{ actorId: actor.id, now },
		),
});

const toRoleChange = ({ table, before }: NetChange): RoleChange[] =>
	table === 'users' && before ? [{ userId: String(before.id), role: before.role as Role }] : [];

/** Returns the ids of the events that the changes concern, without those that are gone because they were created. */
function listEventIds(changes: readonly NetChange[]): Set<string> {
	const ids = new Set<string>();
	for (const { table, before, after } of changes) {
		const row = before ?? after;
		const id = table === 'events' ? row?.id : row?.event_id;
		if (id !== undefined && id !== null) ids.add(String(id));
	}
	for (const { table, before, after } of changes)
		if (table === 'events' && !before) ids.delete(String(after?.id));
	return ids;
}

/** Throws Refusal 'conflict' with the names of the rows that were changed since, or that stand on a created event. */
async function requireUnchanged(changes: readonly NetChange[], transaction: Transaction): Promise<void> {
	const obstacles: (Omit<Obstacle, 'name' | 'event'> & { row: KeptRow })[] = [];
	for (const { table, own } of groupByTable(changes)) {
		const current = await selectCurrent(
			table,
			own.map(({ before, after }) => before ?? after ?? {}),
			transaction,
		);
		for (const change of own) {
			const row = current.get(change.key) ?? null;
			if (isUnchanged(change, row)) continue;
			obstacles.push({ table, isGone: row === null, row: change.before ?? change.after ?? {} });
		}
	}
	const listCreated = (of: string): KeptRow[] =>
		changes.flatMap(({ table, before, after }) => (table === of && !before && after ? [after] : []));
	const newer = await selectColumn<KeptRow>(
		// Signups that the action made itself stand on no event as long as their users have not saved them.
		`SELECT jsonb_build_object('id', e.id, 'title', e.title) AS row FROM events e WHERE e.id = ANY(:created::bigint[])
			AND (e.version > 1 OR EXISTS (SELECT FROM comments c WHERE c.event_id = e.id)
				OR EXISTS (SELECT FROM signups s WHERE s.event_id = e.id AND NOT EXISTS (
					SELECT FROM jsonb_to_recordset(:signups::jsonb) AS k(id bigint, status text, user_saved_at timestamptz)
					WHERE (k.id, k.status, k.user_saved_at) = (s.id, s.status, s.user_saved_at))))`,
		{
			created: listCreated('events').map(({ id }) => String(id)),
			signups: JSON.stringify(listCreated('signups')),
		},
		transaction,
	);
	// Who signed up again has a signup of another id.
	const again = await selectColumn<KeptRow>(
		markUnnamed(`SELECT k.row FROM jsonb_array_elements(:kept::jsonb) AS k(row) JOIN signups s
			ON s.event_id = (k.row ->> 'event_id')::bigint AND s.user_id = (k.row ->> 'user_id')::bigint
			AND s.id <> (k.row ->> 'id')::bigint`),
		{
			kept: JSON.stringify(
				changes.flatMap(({ table, before, after }) => (table === 'signups' && !after ? [before] : [])),
			),
		},
		transaction,
	);
	obstacles.push(...again.map((row) => ({ table: 'signups', isGone: false, row })));
	obstacles.push(...newer.map((row) => ({ table: 'events', isGone: false, row })));
	if (obstacles.length > 0) throw conflict(describeObstacles(await nameObstacles(obstacles, transaction)));
}

async function nameObstacles(
	obstacles: readonly (Omit<Obstacle, 'name' | 'event'> & { row: KeptRow })[],
	transaction: Transaction,
): Promise<Obstacle[]> {
	const listIds = (column: string) =>
		obstacles.flatMap(({ row }) => (row[column] === undefined ? [] : [String(row[column])]));
	const getUserId = ({ table, row }: { table: string; row: KeptRow }) =>
		table === 'users' ? row.id : row.user_id;
	const users = await rows<{ id: string; name: string }>(
		`SELECT u.id::text, coalesce(${buildShownNameSql('u')}, u.username) AS name FROM users u
		WHERE u.id = ANY(:ids::bigint[])`,
		{ ids: obstacles.flatMap((one) => getUserId(one) ?? []).map(String) },
		transaction,
	);
	const events = await rows<{ id: string; title: string }>(
		'SELECT id::text, title FROM events WHERE id = ANY(:ids::bigint[])',
		{ ids: listIds('event_id') },
		transaction,
	);
	const names = new Map(users.map(({ id, name }) => [id, name]));
	const titles = new Map(events.map(({ id, title }) => [id, title]));
	return obstacles.map(({ table, isGone, row }) => ({
		table,
		isGone,
		name: names.get(String(getUserId({ table, row }))) ?? null,
		event: table === 'events' ? String(row.title) : (titles.get(String(row.event_id)) ?? null),
	}));
}

/** Settles the places of changed events where they are due, and returns how many players have lost theirs. */
async function settleRestored(
	kept: readonly KeptChange[],
	eventIds: Iterable<string>,
	now: Date,
	transaction: Transaction,
): Promise<number> {
	// A deleted event is back with all its signups and places.
	const undone = toNetChanges(kept.filter(({ table }) => table === 'events'));
	const deleted = new Set(undone.flatMap(({ before, after }) => (after ? [] : [String(before?.id)])));
	const due = await selectColumn(
		'SELECT DISTINCT event_id::text AS id FROM places_due WHERE event_id = ANY(:ids::bigint[]) ORDER BY id',
		{ ids: [...eventIds].filter((id) => !deleted.has(id)) },
		transaction,
	);
	let waiting = 0;
	for (const eventId of due) {
		const event = undone.find(({ before }) => String(before?.id) === eventId);
		const hadNoLimit = event?.after?.capacity === null && event.before?.capacity !== null;
		const places = listKeptPlaces(kept, eventId);
		waiting += await settleAfterUndo({ eventId, kept: places, hadNoLimit, now }, transaction);
	}
	return waiting;
}

/** Returns the places of an event's signups before an action that changed or deleted them, by id. */
function listKeptPlaces(kept: readonly KeptChange[], eventId: string): Map<string, KeptPlace> {
	const places = new Map<string, KeptPlace>();
	const toDate = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);
	for (const { table, before, after } of kept) {
		if (table !== 'signups' || String((before ?? after)?.event_id) !== eventId) continue;
		const id = String((before ?? after)?.id);
		const earlier = places.get(id);
		if (earlier) earlier.isBack = after === null;
		else if (before)
			places.set(id, {
				place: before.place as Place | null,
				askedAt: toDate(before.asked_at),
				passedAt: toDate(before.passed_at),
				offeredAt: toDate(before.offered_at),
				offerExpiresAt: toDate(before.offer_expires_at),
				lostBy: (before.lost_by ?? null) as Loss | null,
				lostAt: toDate(before.lost_at),
				isBack: after === null,
			});
	}
	return places;
}

/** Sends the default picture that is back to Discord. Throws Refusal 'conflict' when it does not exist any more. */
async function restorePicture(
	changes: readonly NetChange[],
	{ now, transaction }: ChangeContext,
): Promise<void> {
	const setting = changes.find(
		({ table, before, after }) => table === 'settings' && (before ?? after)?.key === 'discord_event_image',
	);
	if (!setting) return;
	const hash = setting.before?.value;
	if (hash && !(await findImageByHash(String(hash), transaction))) throw conflict(UNDO_TEXTS.picture);
	await renewMirrorsWithoutImage({ now, transaction });
}

/** Brings Discord in line: new scheduled events and messages where the old ones are gone. */
async function restoreOnDiscord(
	changes: readonly NetChange[],
	kept: readonly KeptChange[],
	{ now, transaction }: ChangeContext,
): Promise<void> {
	const events = changes.filter(({ table }) => table === 'events');
	const listIds = (list: readonly NetChange[]) =>
		list.map(({ before, after }) => String((before ?? after)?.id));
	const created = listIds(events.filter(({ before }) => !before));
	if (created.length > 0) await endMirrors(created, true, transaction, now);
	await renewMirrors(listIds(events.filter(({ before, after }) => before && after)), transaction, now);
	const mirrors = kept.flatMap(({ table, before, after }) =>
		table === 'discord_mirrors' && before ? [{ before, isDeleted: after === null }] : [],
	);
	const restored = new Set(listIds(events.filter(({ after }) => !after)));
	const ofRestored = mirrors.filter(({ before }) => restored.has(String(before.event_id)));
	await restoreMirrors(ofRestored, transaction, now);
	for (const { table, before } of kept) {
		if (table !== 'announcements' || !before) continue;
		const eventId = String(before.event_id);
		if (before.kind === 'groups') await requestGroupPost(eventId, transaction, now);
		else await restartAnnouncement(eventId, transaction, now);
	}
}

/**
 * Deletes what can no longer be undone at `now`: kept rows of more than 30 days ago, and the oldest beyond the limit of
 * their size. Returns how many actions.
 */
export const deleteOldUndos = (now: Date): Promise<number> =>
	inTransaction((transaction) =>
		execute(
			`DELETE FROM undos WHERE id IN (SELECT id FROM undos WHERE created_at <= :since OR id IN (
					SELECT id FROM (SELECT id, sum(bytes) OVER (ORDER BY created_at DESC, id DESC) AS total FROM undos) kept
					WHERE total > :max)
				ORDER BY id FOR UPDATE SKIP LOCKED)`,
			{ since: new Date(now.getTime() - UNDO_MS), max: UNDO_BYTES_MAX },
			transaction,
		),
	);
