import { type Binds, rows, selectValue } from '~/database/sql.ts';
import {
	AUDIT_TEXTS,
	type AuditChange,
	type AuditEntryView,
	type AuditEvent,
	type AuditItem,
	type AuditQuery,
	auditQuery,
	ownChangesQuery,
} from '~/domain/audit.ts';
import { AUDIT_ITEMS, EASTERN } from '~/domain/limits.ts';
import { type Action, type Actor, can } from '~/domain/policy.ts';
import { invalid } from '~/domain/refusal.ts';
import { addDays, startOfDay } from '~/domain/time/day.ts';
import { UNDO_MS } from '~/domain/undo.ts';
import { buildShownNameSql } from '../../wire/user-sql.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/** The number of entries on a page of the audit trail and in one API response. */
export const AUDIT_PER_PAGE = 50;

/**
 * Returns one page of the audit trail, newest first (GET /api/admin/audit). `next` is the cursor of the next
 * page, or null. The table stores ids only: names are looked up now, and are null when no row with that id
 * exists any more. Throws Refusal 'invalid' when no entry exists for the cursor.
 */
export const listAudit = defineOperation({
	allow: 'audit.list',
	readsReplica: true,
	input: auditQuery,
	async handle({ input }): Promise<{ entries: AuditEntryView[]; next: string | null }> {
		const { sql, binds } = buildAuditQuery(input, await findCursorPosition(input.cursor));
		const found = await rows<AuditRow>(sql, binds);
		const shown = found.slice(0, AUDIT_PER_PAGE);
		const names = await findSubjectNames(shown);
		return {
			entries: shown.map((row) => toAuditEntryView(row, names)),
			next: found.length > AUDIT_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
		};
	},
});

/**
 * Returns one page of the audit trail as changes, newest first: entries of the same actor, action and time were written
 * by one operation and are one change. `next` is the cursor of the next page, or null. Throws Refusal
 * 'invalid' (422) when no entry exists for the cursor.
 */
export const listAuditChanges = defineOperation({
	allow: 'audit.list',
	readsReplica: true,
	input: auditQuery,
	handle: ({ actor, input, now }) => readChangesPage(input, { actor, now }),
});

/**
 * Returns one page of the actor's own changes of the last 30 days, newest first (GET /api/audit/own), each with the time
 * until when the actor can undo it. Throws Refusal 'invalid' (422) when no entry exists for the cursor.
 */
export const listOwnChanges = defineOperation({
	allow: 'audit.listOwn',
	readsReplica: true,
	input: ownChangesQuery,
	handle: ({ actor, input: { cursor }, now }) =>
		readChangesPage({ actor: actor.id, cursor, since: new Date(now.getTime() - UNDO_MS) }, { actor, now }),
});

type ChangesFilter = AuditQuery & { since?: Date };
type ChangesPage = { changes: AuditChange[]; next: string | null };

async function readChangesPage(
	filter: ChangesFilter,
	{ actor, now }: { actor: Actor; now: Date },
): Promise<ChangesPage> {
	const position = await findCursorPosition(filter.cursor);
	const { sql, binds } = buildChangesQuery(filter, position?.at ?? null, now);
	const found = await rows<ChangeRow>(sql, binds);
	const shown = found.filter(({ place }) => place <= AUDIT_PER_PAGE);
	const nameItem = await nameItems(shown.flatMap(({ items }) => items));
	return {
		changes: shown.map(({ place: _, undoAction, undoableUntil, ...row }) => ({
			...row,
			created_at: row.created_at.toISOString(),
			// As in `undoChange`: that a row was one's own does not count.
			undoable_until:
				undoAction && can(actor, undoAction, { userId: null })
					? (undoableUntil?.toISOString() ?? null)
					: null,
			items: row.items.map(nameItem),
		})),
		next: found.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
	};
}

type ChangeRow = Omit<AuditChange, 'created_at' | 'items' | 'undoable_until'> & {
	/** The place of the change's time on the page. */
	place: number;
	created_at: Date;
	/** The action that decides who can undo it, and until when; null when it cannot be undone. */
	undoAction: Action | null;
	undoableUntil: Date | null;
	items: ItemRow[];
};

type ItemRow = Pick<AuditItem, 'subject_type' | 'subject_id' | 'detail'>;

type AuditRow = {
	id: string;
	created_at: Date;
	actor_id: string | null;
	actor_name: string | null;
	action: string;
	subject_type: string;
	subject_id: string | null;
	detail: Record<string, unknown>;
};

/**
 * Returns the position of the cursor's entry, or null without a cursor. The time stays text, because a Date
 * would lose PostgreSQL's microseconds. Throws Refusal 'invalid' when no such entry exists.
 */
async function findCursorPosition(cursor: string | undefined): Promise<AuditPosition | null> {
	if (cursor === undefined) return null;
	const at = await selectValue('SELECT created_at::text FROM audit_entries WHERE id = :cursor', { cursor });
	if (at === null) throw invalid({ cursor: [AUDIT_TEXTS.cursor] });
	return { at, id: cursor };
}

type AuditPosition = { at: string; id: string };

/** Returns the SQL and the binds of one page. Its sort order is that of every index of the table. */
export function buildAuditQuery(
	filter: AuditQuery,
	position: AuditPosition | null,
): { sql: string; binds: Binds } {
	const { conditions, binds } = buildConditions(filter);
	if (position) conditions.push('(a.created_at, a.id) < (:at::timestamptz, :behind::bigint)');
	return {
		// Columns are listed by name: a prepared statement must return the same columns after a migration.
		sql: `SELECT a.id, a.created_at, a.actor_id, a.action, a.subject_type, a.subject_id, a.detail,
				coalesce(${buildShownNameSql('u')}, u.username) AS actor_name
			FROM (SELECT * FROM audit_entries a WHERE ${conditions.join(' AND ')}
				ORDER BY a.created_at DESC, a.id DESC LIMIT ${AUDIT_PER_PAGE + 1}) a
			LEFT JOIN users u ON u.id = a.actor_id
			ORDER BY a.created_at DESC, a.id DESC`,
		binds: { ...binds, ...(position && { at: position.at, behind: position.id }) },
	};
}

/**
 * Returns the SQL and the binds of one page of changes, those before the time `at`. It jumps from one time to the next
 * in the index, so that a change of many entries costs no more than the `AUDIT_ITEMS.counted` that it counts. Entries
 * of the same time beyond these are not on the page; a filter finds them. An action that is a part of another one, such as
 * the deletion of empty events at the end of a series, is undone with that one.
 */
export function buildChangesQuery(
	filter: ChangesFilter,
	at: string | null,
	now: Date,
): { sql: string; binds: Binds } {
	const { conditions, binds } = buildConditions(filter);
	const findTime = (before: string | null) =>
		`(SELECT a.created_at FROM audit_entries a
			WHERE ${[...conditions, before ? `a.created_at < ${before}` : 'true'].join(' AND ')}
			ORDER BY a.created_at DESC LIMIT 1)`;
	return {
		sql: `WITH RECURSIVE times AS (
				SELECT first.created_at, 1 AS place FROM ${findTime(at && ':at::timestamptz')} first
				UNION ALL
				SELECT following.created_at, t.place + 1 FROM times t CROSS JOIN LATERAL ${findTime('t.created_at')} following
				WHERE t.place <= ${AUDIT_PER_PAGE})
			SELECT t.place, t.created_at, c.id, c.actor_id, c.action, c.count, c.items,
				n.action AS "undoAction", CASE WHEN n.undone_at IS NULL THEN n.created_at + :undoMs * interval '1 millisecond' END AS "undoableUntil",
				CASE WHEN n.undone_at IS NOT NULL THEN coalesce((SELECT coalesce(${buildShownNameSql('w')}, w.username)
					FROM audit_entries o JOIN users w ON w.id = o.actor_id
					WHERE o.created_at = n.undone_at AND o.action = 'audit.undo' LIMIT 1), 'a deleted user') END AS undone_by,
				coalesce(${buildShownNameSql('u')}, u.username) AS actor_name
			FROM times t CROSS JOIN LATERAL (
				SELECT min(a.id) AS id, min(a.undo_id) AS undo_id, a.actor_id, a.action, count(*)::int AS count,
					json_agg(json_build_object('subject_type', a.subject_type, 'subject_id', a.subject_id,
						'detail', a.detail) ORDER BY a.id) FILTER (WHERE a.place <= ${AUDIT_ITEMS.shown}) AS items
				FROM (SELECT a.*, row_number() OVER (PARTITION BY a.actor_id, a.action ORDER BY a.id) AS place
					FROM (SELECT * FROM audit_entries a WHERE ${[...conditions, 'a.created_at = t.created_at'].join(' AND ')}
						ORDER BY a.id LIMIT ${AUDIT_ITEMS.counted + 1}) a) a
				GROUP BY a.actor_id, a.action) c
			LEFT JOIN users u ON u.id = c.actor_id
			LEFT JOIN undos n ON n.id = c.undo_id AND n.created_at > :undoSince
				AND (n.action = c.action OR NOT EXISTS (SELECT FROM audit_entries o WHERE o.undo_id = n.id AND o.action = n.action))
			ORDER BY t.created_at DESC, c.id DESC`,
		binds: {
			...binds,
			undoSince: new Date(now.getTime() - UNDO_MS),
			undoMs: UNDO_MS,
			...(at !== null && { at }),
		},
	};
}

/** Returns the SQL conditions of a filter. */
function buildConditions({ actor, action, subjectType, subjectId, from, to, since }: ChangesFilter): {
	conditions: string[];
	binds: Binds;
} {
	const conditions = [
		actor === 'program' && 'a.actor_id IS NULL',
		actor !== undefined && actor !== 'program' && (isId(actor) ? 'a.actor_id = :actor' : 'false'),
		action !== undefined && 'a.action = :action',
		subjectType !== undefined && 'a.subject_type = :subjectType',
		subjectId !== undefined && 'a.subject_id = :subjectId',
		from !== undefined && 'a.created_at >= :from',
		to !== undefined && 'a.created_at < :to',
		since !== undefined && 'a.created_at > :since',
	].filter((condition) => typeof condition === 'string');
	return {
		conditions: conditions.length > 0 ? conditions : ['true'],
		binds: {
			actor,
			action,
			subjectType,
			subjectId,
			from: from && toStartOfDay(from),
			to: to && toStartOfDay(addDays(to, 1)),
			since,
		},
	};
}

const toStartOfDay = (date: string) => startOfDay(new Date(`${date}T17:00:00Z`), EASTERN);

/** SQL that returns the current names of the subjects of each type; `:ids` is an array of ids. */
const NAME_QUERIES: Record<string, string> = {
	user: `SELECT u.id, coalesce(${buildShownNameSql('u')}, u.username) AS name FROM users u WHERE u.id = ANY(:ids::bigint[])`,
	poll: 'SELECT id, title AS name FROM polls WHERE id = ANY(:ids::bigint[])',
	event: 'SELECT id, title AS name FROM events WHERE id = ANY(:ids::bigint[])',
	signup: `SELECT s.id, coalesce(${buildShownNameSql('u')}, u.username) || ', ' || e.title AS name FROM signups s
		JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id WHERE s.id = ANY(:ids::bigint[])`,
	script: 'SELECT id, name FROM scripts WHERE id = ANY(:ids::bigint[])',
	comment: `SELECT c.id, e.title AS name FROM comments c JOIN events e ON e.id = c.event_id WHERE c.id = ANY(:ids::bigint[])`,
};

/** Returns the names of a page's subjects by '<type> <id>', with one statement per type. */
async function findSubjectNames(
	entries: readonly Pick<AuditRow, 'subject_type' | 'subject_id'>[],
): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	for (const [type, sql] of Object.entries(NAME_QUERIES)) {
		const ids = entries.flatMap(({ subject_type, subject_id }) =>
			subject_type === type && isId(subject_id ?? undefined) ? [subject_id] : [],
		);
		if (ids.length === 0) continue;
		for (const { id, name } of await rows<{ id: string; name: string }>(sql, { ids })) {
			names.set(`${type} ${id}`, name);
		}
	}
	return names;
}

type NameItem = (item: ItemRow) => AuditItem;

/** Returns the function that names these items, and what the undos among them have undone. */
async function nameItems(items: readonly ItemRow[]): Promise<NameItem> {
	const undone = await findUndone(items);
	const all = [...items, ...[...undone.values()].map(({ item }) => item)];
	const users = all.map(toUser);
	const names = await findSubjectNames([...all, ...users]);
	const events = await findEvents(all);
	const nameItem: NameItem = (item) => {
		const change = undone.get(item.subject_id ?? '');
		return {
			...item,
			subject_name: findName(item, names),
			user_name: findName(toUser(item), names),
			event: events.get(getEventId(item)) ?? null,
			undone: item.subject_type === 'change' && change ? { ...change, item: nameItem(change.item) } : null,
		};
	};
	return nameItem;
}

/** Returns the user of a signup or comment as a subject. */
const toUser = ({ detail: { userId } }: ItemRow) => ({
	subject_type: 'user',
	subject_id: userId === undefined ? null : String(userId),
});

const getEventId = ({ subject_type: type, subject_id: id, detail }: ItemRow): string =>
	String(type === 'event' ? id : detail.eventId);

/** Returns the events of these items by their ids. A deleted event has the title and date that it had last. */
async function findEvents(items: readonly ItemRow[]): Promise<Map<string, AuditEvent>> {
	const found = await rows<Omit<AuditEvent, 'date'> & { date: Date }>(
		`SELECT e.id::text, e.title, e.date, false AS "isDeleted" FROM events e WHERE e.id = ANY(:ids::bigint[])
		UNION ALL SELECT d.id::text, d.title, d.date, true FROM deleted_events d WHERE d.id = ANY(:ids::bigint[])
			AND NOT EXISTS (SELECT FROM events e WHERE e.id = d.id)`,
		{ ids: items.map(getEventId).filter(isId) },
	);
	return new Map(found.map((event) => [event.id, { ...event, date: event.date.toISOString() }]));
}

/** Returns the changes that were undone, by the ids of their first entries. */
async function findUndone(items: readonly ItemRow[]): Promise<Map<string, { item: ItemRow; count: number }>> {
	const ids = items.flatMap(({ subject_type, subject_id }) =>
		subject_type === 'change' && isId(subject_id ?? undefined) ? [subject_id] : [],
	);
	if (ids.length === 0) return new Map();
	const found = await rows<ItemRow & { id: string; count: number }>(
		`SELECT a.id::text, a.subject_type, a.subject_id, a.detail,
			(SELECT count(*)::int FROM (SELECT FROM audit_entries o WHERE o.created_at = a.created_at AND o.action = a.action
				AND o.actor_id IS NOT DISTINCT FROM a.actor_id LIMIT ${AUDIT_ITEMS.counted + 1}) counted) AS count
		FROM audit_entries a WHERE a.id = ANY(:ids::bigint[])`,
		{ ids },
	);
	return new Map(found.map(({ id, count, ...item }) => [id, { item, count }]));
}

const findName = (
	{ subject_type, subject_id }: Pick<AuditRow, 'subject_type' | 'subject_id'>,
	names: ReadonlyMap<string, string>,
) => names.get(`${subject_type} ${subject_id}`) ?? null;

function toAuditEntryView(row: AuditRow, names: ReadonlyMap<string, string>): AuditEntryView {
	return {
		id: row.id,
		created_at: row.created_at.toISOString(),
		actor_id: row.actor_id,
		actor_name: row.actor_name,
		action: row.action,
		subject_type: row.subject_type,
		subject_id: row.subject_id,
		subject_name: findName(row, names),
		detail: row.detail,
	};
}
