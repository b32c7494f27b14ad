import { one, rows, unnamed } from '~/database/sql.ts';
import {
	type AdminUserView,
	type EventListAllQuery,
	eventListAllQuery,
	type Page,
	type SignupListQuery,
	signupListQuery,
	type UserListQuery,
	userListQuery,
} from '~/domain/admin/schema.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { ADMIN_ROWS, BULK_LIMIT, COUNTED_ROWS } from '~/domain/limits.ts';
import { conflict } from '~/domain/refusal.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { type EventRow, toEventListItem } from '../../wire/events.ts';
import { SIGNUP_COLUMNS, type SignupHistoryRow, toSignupHistoryView } from '../../wire/signups.ts';
import {
	ADMIN_USER_COLUMNS,
	ADMIN_USER_SOURCES,
	type AdminUserRow,
	toAdminUserView,
} from '../../wire/users.ts';
import { EVENT_COLUMNS, EVENT_SOURCES } from '../events/index.ts';
import { pageAt, type Sort, toPage } from '../kernel/cursors.ts';
import { operation } from '../kernel/operation.ts';
import {
	equals,
	type Filter,
	joinFilters,
	matchSignups,
	matchText,
	NIGHTS,
	PEOPLE,
	selectIds,
} from './search.ts';

const PERSON_NAME = 'lower(coalesce(u.preferred_username, u.username))';
/**
 * The parts of a list's queries. `counted` is the FROM clause for counting; null when counting would have to
 * scan all rows.
 */
type Listing = { columns: string; sources: string; counted: string | null; sort: Sort; filter: Filter };

/**
 * Returns the sort order of the list of `alias` for the sort name in the page address; newest first by
 * default. Throws an Error when the list has no such sort name.
 */
function sortOf(
	alias: 'u' | 'e' | 's',
	name: string | undefined = 'newest',
	fields: Record<string, Pick<Sort, 'by' | 'kind'>>,
): Sort {
	const id = `${alias}.id`;
	if (name === 'newest' || name === 'oldest') {
		return { by: `${alias}.created_at`, kind: 'time', id, direction: name === 'newest' ? 'DESC' : 'ASC' };
	}
	const isDown = name.startsWith('-');
	const field = fields[isDown ? name.slice(1) : name];
	if (!field) throw new Error(`No list is sorted by ${name}.`);
	return { ...field, id, direction: isDown ? 'DESC' : 'ASC' };
}

async function listUsersBy({ q, role, sort }: Omit<UserListQuery, 'cursor' | 'limit'>): Promise<Listing> {
	return {
		columns: ADMIN_USER_COLUMNS,
		sources: ADMIN_USER_SOURCES,
		counted: 'users u',
		sort: sortOf('u', sort, { name: { by: PERSON_NAME, kind: 'text' } }),
		filter: joinFilters([await matchText(PEOPLE, q), equals('u.role', 'role', role)]),
	};
}

async function listEventsBy({
	q,
	status,
	sort,
}: Omit<EventListAllQuery, 'cursor' | 'limit'>): Promise<Listing> {
	const fields = {
		date: { by: 'e.date', kind: 'time' },
		title: { by: 'lower(e.title)', kind: 'text' },
	} as const;
	return {
		columns: EVENT_COLUMNS,
		sources: EVENT_SOURCES,
		counted: 'events e',
		sort: sortOf('e', sort, fields),
		filter: joinFilters([await matchText(NIGHTS, q), equals('e.status', 'status', status)]),
	};
}

const MANY_SIGNUPS = 'signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id';
/**
 * The same join for few signups: PostgreSQL looks up their users and events one by one instead of scanning
 * the tables.
 */
const FEW_SIGNUPS = `signups s CROSS JOIN LATERAL (SELECT * FROM users WHERE id = s.user_id OFFSET 0) u
	CROSS JOIN LATERAL (SELECT * FROM events WHERE id = s.event_id OFFSET 0) e`;

async function listSignupsBy(query: Omit<SignupListQuery, 'cursor' | 'limit'>): Promise<Listing> {
	const { q, status, event, sort } = query;
	const fields = {
		date: { by: 'e.date', kind: 'time' },
		person: { by: PERSON_NAME, kind: 'text' },
	} as const;
	const found = await matchSignups(q);
	const sources = found.isFew || event !== undefined ? FEW_SIGNUPS : MANY_SIGNUPS;
	return {
		columns: `${SIGNUP_COLUMNS}, e.title, e.date, e.location`,
		sources,
		counted: found.isWide ? null : 'signups s',
		sort: sortOf('s', sort, fields),
		filter: joinFilters([found, equals('s.status', 'status', status), equals('s.event_id', 'event', event)]),
	};
}

async function readPage<Row extends { id: string }>(
	{ columns, sources, counted, sort, filter }: Listing,
	{ cursor, limit, viewer }: { cursor: string | undefined; limit: number; viewer: string },
): Promise<Page<Row>> {
	const page = pageAt(sort, cursor);
	const isCounted = limit < ADMIN_ROWS.perCall;
	const [found, total] = await Promise.all([
		rows<Row & { sort_key: string }>(
			unnamed(`SELECT ${columns}, ${page.column} FROM ${sources} WHERE ${filter.where} AND ${page.condition}
			ORDER BY ${page.order} LIMIT ${limit + 1}`),
			{ viewer, ...filter.binds, ...page.binds },
		),
		isCounted && counted ? countRows(counted, filter) : null,
	]);
	return { ...toPage(found, page, limit), total };
}

/** Returns how many rows match. Counting stops just above the limit in `COUNTED_ROWS`. */
async function countRows(sources: string, { where, binds, isWide }: Filter): Promise<number> {
	const limit = isWide ? COUNTED_ROWS.found : COUNTED_ROWS.all;
	const row = await one<{ count: number }>(
		unnamed(
			`SELECT count(*)::int AS count FROM (SELECT FROM ${sources} WHERE ${where} LIMIT ${limit + 1}) AS counted`,
		),
		binds,
	);
	return row?.count ?? 0;
}

/**
 * Returns the ids of all matching rows, ascending. Throws Refusal 'conflict' when more than `BULK_LIMIT` rows
 * match.
 */
async function matchIds({ sources, sort, filter }: Listing): Promise<string[]> {
	const ids = await selectIds(
		`SELECT ${sort.id} FROM ${sources} WHERE ${filter.where} ORDER BY ${sort.id} LIMIT ${BULK_LIMIT + 1}`,
		filter,
	);
	if (ids.length > BULK_LIMIT) throw conflict(ADMIN_TEXTS.tooManyMatch);
	return ids;
}

const limitOf = (limit: number | undefined) => limit ?? ADMIN_ROWS.perCall;

/**
 * Returns one page of all users with the counts of their signups, newest first by default
 * (GET /api/admin/users and the list of the admin panel). Throws Refusal 'invalid' when the cursor is not
 * valid.
 */
export const listUsers = operation({
	allow: 'users.listAll',
	input: userListQuery,
	async handle({ actor, input: { cursor, limit, ...query } }): Promise<Page<AdminUserView>> {
		const page = await readPage<AdminUserRow>(await listUsersBy(query), {
			...{ cursor, limit: limitOf(limit), viewer: actor.id },
		});
		return { ...page, items: page.items.map(toAdminUserView) };
	},
});

/**
 * Returns one page of all events, newest first by default (GET /api/admin/events and the list of the admin
 * panel). Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listAllEvents = operation({
	allow: 'events.listAll',
	input: eventListAllQuery,
	async handle({ actor, input: { cursor, limit, ...query } }): Promise<Page<EventListItem>> {
		const page = await readPage<EventRow>(await listEventsBy(query), {
			...{ cursor, limit: limitOf(limit), viewer: actor.id },
		});
		return { ...page, items: page.items.map(toEventListItem) };
	},
});

/**
 * Returns one page of all signups with their events, newest first by default (GET /api/admin/signups and the
 * list of the admin panel). Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listAllSignups = operation({
	allow: 'signups.listAll',
	input: signupListQuery,
	async handle({ actor, input: { cursor, limit, ...query } }): Promise<Page<SignupHistoryView>> {
		const page = await readPage<SignupHistoryRow>(await listSignupsBy(query), {
			...{ cursor, limit: limitOf(limit), viewer: actor.id },
		});
		return { ...page, items: page.items.map((row) => toSignupHistoryView(row, actor)) };
	},
});

/**
 * Returns the ids of all events that match the search of the admin panel. Throws Refusal 'conflict' when more
 * than `BULK_LIMIT` events match.
 */
export const matchEvents = operation({
	allow: 'events.matchAll',
	input: eventListAllQuery,
	handle: async ({ input }): Promise<string[]> =>
		matchIds({ ...(await listEventsBy(input)), sources: 'events e' }),
});

/**
 * Returns the ids of all signups that match the search of the admin panel. Throws Refusal 'conflict' when
 * more than `BULK_LIMIT` signups match.
 */
export const matchSignupIds = operation({
	allow: 'signups.matchAll',
	input: signupListQuery,
	handle: async ({ input }): Promise<string[]> => matchIds(await listSignupsBy(input)),
});
