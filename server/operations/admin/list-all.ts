import { markUnnamed, rows, selectColumn, selectValue } from '~/database/sql.ts';
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
import { ADMIN_ROWS, BULK_LIMIT, COUNTED_ROWS, EASTERN } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict } from '~/domain/refusal.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { type EventRow, toEventListItem } from '../../wire/events.ts';
import { SIGNUP_COLUMNS, type SignupHistoryRow, toSignupHistoryView } from '../../wire/signups.ts';
import {
	ADMIN_USER_COLUMNS,
	ADMIN_USER_SOURCES,
	type AdminUserRow,
	toAdminUserView,
} from '../../wire/users.ts';
import { EVENT_COLUMNS, EVENT_SOURCES } from '../events/index.ts';
import {
	buildPageQuery,
	getFirstNumber,
	type PageQuery,
	type Sort,
	type SortedRow,
	toPage,
} from '../kernel/cursors.ts';
import { defineOperation } from '../kernel/operation.ts';
import {
	buildEqualsFilter,
	buildSignupFilter,
	buildTextFilter,
	EVENT_SEARCH,
	type Filter,
	joinFilters,
	USER_SEARCH,
} from '../kernel/search.ts';

const USER_NAME = 'lower(coalesce(u.preferred_username, u.username))';
/** The parts of a list's queries. `countSource`: the FROM clause for counting; null when that would scan all rows. */
type Listing = {
	columns: string;
	sources: string;
	countSource: string | null;
	sort: Sort;
	filter: Filter;
	/** Whether the list is that of the events in the order 'upcoming'; `sort` is by date then. */
	isUpcomingFirst?: boolean;
};

/**
 * Returns the sort order of the list of `alias` for the sort name in the page address; newest first by
 * default. Throws an Error when the list has no such sort name.
 */
function buildSort(
	alias: 'u' | 'e' | 's',
	name: string | undefined = 'newest',
	fields: Record<string, Pick<Sort, 'by' | 'kind'>>,
): Sort {
	const id = `${alias}.id`;
	if (name === 'newest' || name === 'oldest') {
		return { by: `${alias}.created_at`, kind: 'time', id, direction: name === 'newest' ? 'DESC' : 'ASC' };
	}
	const isDescending = name.startsWith('-');
	const field = fields[isDescending ? name.slice(1) : name];
	if (!field) throw new Error(`No list is sorted by ${name}.`);
	return { ...field, id, direction: isDescending ? 'DESC' : 'ASC' };
}

async function buildUserListing({ q, role, sort }: UserListQuery): Promise<Listing> {
	return {
		columns: ADMIN_USER_COLUMNS,
		sources: ADMIN_USER_SOURCES,
		countSource: 'users u',
		sort: buildSort('u', sort, { name: { by: USER_NAME, kind: 'text' } }),
		filter: joinFilters([await buildTextFilter(USER_SEARCH, q), buildEqualsFilter('u.role', 'role', role)]),
	};
}

async function buildEventListing({ q, status, sort }: EventListAllQuery): Promise<Listing> {
	const fields = {
		date: { by: 'e.date', kind: 'time' },
		title: { by: 'lower(e.title)', kind: 'text' },
	} as const;
	return {
		columns: EVENT_COLUMNS,
		sources: EVENT_SOURCES,
		countSource: 'events e',
		sort: buildSort('e', sort === 'upcoming' ? 'date' : sort, fields),
		isUpcomingFirst: sort === 'upcoming',
		filter: joinFilters([
			await buildTextFilter(EVENT_SEARCH, q),
			buildEqualsFilter('e.status', 'status', status),
		]),
	};
}

const SIGNUP_LIST_SOURCES = 'signups s JOIN users u ON u.id = s.user_id JOIN events e ON e.id = s.event_id';
/**
 * The same join for few signups: PostgreSQL looks up their users and events one by one instead of scanning the tables.
 */
const FEW_SIGNUPS_LIST_SOURCES = `signups s CROSS JOIN LATERAL (SELECT * FROM users WHERE id = s.user_id OFFSET 0) u
	CROSS JOIN LATERAL (SELECT * FROM events WHERE id = s.event_id OFFSET 0) e`;

async function buildSignupListing({ q, status, event, sort }: SignupListQuery): Promise<Listing> {
	const fields = {
		date: { by: 'e.date', kind: 'time' },
		person: { by: USER_NAME, kind: 'text' },
	} as const;
	const found = await buildSignupFilter(q);
	const sources = found.isFew || event !== undefined ? FEW_SIGNUPS_LIST_SOURCES : SIGNUP_LIST_SOURCES;
	return {
		columns: `${SIGNUP_COLUMNS}, e.title, e.date, e.location`,
		sources,
		countSource: found.isMany ? null : 'signups s',
		sort: buildSort('s', sort, fields),
		filter: joinFilters([
			found,
			buildEqualsFilter('s.status', 'status', status),
			buildEqualsFilter('s.event_id', 'event', event),
		]),
	};
}

type PageRequest = { cursor: string | undefined; limit: number; viewer: string; now: Date };

/** Returns a page of a list, whose rows become items by `toItem`. */
async function readPage<Row extends { id: string }, Item>(
	listing: Listing,
	call: { actor: Actor; input: { cursor?: string | undefined; limit?: number | undefined }; now: Date },
	toItem: (row: Row) => Item,
): Promise<Page<Item>> {
	const { countSource, filter, sort, isUpcomingFirst } = listing;
	const { cursor, limit = ADMIN_ROWS.perCall } = call.input;
	const request = { cursor, limit, viewer: call.actor.id, now: call.now };
	const page = buildPageQuery(sort, cursor);
	const isCounted = limit < ADMIN_ROWS.perCall;
	const [found, total] = await Promise.all([
		isUpcomingFirst
			? selectUpcomingFirst<Row>(listing, page, request)
			: selectPageRows<Row>(listing, page, request),
		isCounted && countSource ? countRows(countSource, filter) : null,
	]);
	const { items, ...listed } = toPage(found, page, limit);
	return { ...listed, items: items.map(toItem), first: getFirstNumber(page, items.length), total };
}

/** Returns the rows of a page, and one more when there is a next page. */
const selectPageRows = <Row extends { id: string }>(
	{ columns, sources, filter }: Listing,
	page: PageQuery,
	{ limit, viewer }: Pick<PageRequest, 'limit' | 'viewer'>,
): Promise<(Row & SortedRow)[]> =>
	rows<Row & SortedRow>(
		markUnnamed(`SELECT ${columns}, ${page.column} FROM ${sources} WHERE ${filter.where} AND ${page.condition}
			ORDER BY ${page.order} LIMIT ${limit + 1}`),
		{ viewer, ...filter.binds, ...page.binds },
	);

/**
 * Returns the rows of a page of events in the order 'upcoming', and one more when there is a next page. Each part walks
 * the index of the date; the second part is read when the first one does not fill the page.
 */
async function selectUpcomingFirst<Row extends { id: string }>(
	listing: Listing,
	{ position }: PageQuery,
	{ cursor, limit, viewer, now }: PageRequest,
): Promise<(Row & SortedRow)[]> {
	const today = startOfDay(now, EASTERN);
	const isBackwards = position?.side === 'before';
	const isInPast = position !== null && Number(position.key) < today.getTime() * 1_000;
	const parts = isBackwards ? (['past', 'upcoming'] as const) : (['upcoming', 'past'] as const);
	const found: (Row & SortedRow)[] = [];
	for (const [i, part] of parts.entries()) {
		const isCursorHere = (part === 'past') === isInPast;
		// The cursor is in the second part, so the first part is on other pages.
		if (found.length > limit || (i === 0 && !isCursorHere)) continue;
		const isAscending = (part === 'upcoming') === (isCursorHere || !isBackwards);
		const sort = { ...listing.sort, direction: isAscending ? 'ASC' : 'DESC' } as const;
		const filter = joinFilters([
			listing.filter,
			{ where: part === 'past' ? 'e.date < :today' : 'e.date >= :today', binds: { today } },
		]);
		const page = buildPageQuery(sort, isCursorHere ? cursor : undefined);
		found.push(...(await selectPageRows<Row>({ ...listing, filter }, page, { limit, viewer })));
	}
	return found.slice(0, limit + 1);
}

/** Returns how many rows match. Counting stops just above `COUNTED_ROWS`. */
const countRows = (sources: string, { where, binds }: Filter): Promise<number | null> =>
	selectValue(
		markUnnamed(
			`SELECT count(*)::int AS count FROM (SELECT FROM ${sources} WHERE ${where} LIMIT ${COUNTED_ROWS + 1}) AS counted`,
		),
		binds,
	);

/**
 * Returns the ids of all matching rows, ascending. Throws Refusal 'conflict' when more than `BULK_LIMIT` rows match.
 */
async function matchIds({ sources, sort, filter }: Listing): Promise<string[]> {
	const sql = `SELECT ${sort.id} FROM ${sources} WHERE ${filter.where} ORDER BY ${sort.id} LIMIT ${BULK_LIMIT + 1}`;
	const ids = await selectColumn(markUnnamed(sql), filter.binds);
	if (ids.length > BULK_LIMIT) throw conflict(ADMIN_TEXTS.tooManyMatch);
	return ids;
}

/**
 * Returns one page of all users with the counts of their signups, newest first by default (GET /api/admin/users and the
 * list of the admin panel). Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listAllUsers = defineOperation({
	allow: 'users.listAll',
	readsReplica: true,
	input: userListQuery,
	handle: async (call): Promise<Page<AdminUserView>> =>
		readPage<AdminUserRow, AdminUserView>(await buildUserListing(call.input), call, toAdminUserView),
});

/**
 * Returns one page of all events, newest first by default (GET /api/admin/events and the list of the admin
 * panel). Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listAllEvents = defineOperation({
	allow: 'events.listAll',
	readsReplica: true,
	input: eventListAllQuery,
	handle: async (call): Promise<Page<EventListItem>> =>
		readPage<EventRow, EventListItem>(await buildEventListing(call.input), call, toEventListItem),
});

/**
 * Returns one page of all signups with their events, newest first by default (GET /api/admin/signups and the
 * list of the admin panel). Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listAllSignups = defineOperation({
	allow: 'signups.listAll',
	readsReplica: true,
	input: signupListQuery,
	handle: async (call): Promise<Page<SignupHistoryView>> =>
		readPage(await buildSignupListing(call.input), call, (row: SignupHistoryRow) =>
			toSignupHistoryView(row, call.actor),
		),
});

/**
 * Returns the ids of all events that match the search of the admin panel. Throws Refusal 'conflict' when more
 * than `BULK_LIMIT` events match.
 */
export const matchEventIds = defineOperation({
	allow: 'events.matchAll',
	input: eventListAllQuery,
	handle: async ({ input }): Promise<string[]> =>
		matchIds({ ...(await buildEventListing(input)), sources: 'events e' }),
});

/**
 * Returns the ids of all signups that match the search of the admin panel. Throws Refusal 'conflict' when
 * more than `BULK_LIMIT` signups match.
 */
export const matchSignupIds = defineOperation({
	allow: 'signups.matchAll',
	input: signupListQuery,
	handle: async ({ input }): Promise<string[]> => matchIds(await buildSignupListing(input)),
});
