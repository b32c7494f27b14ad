import { z } from 'zod';
import { one, rows } from '~/database/sql.ts';
import type { Page } from '~/domain/admin/schema.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type { EventTimes } from '~/domain/events/start-questions.ts';
import { EASTERN, LISTED_EVENTS_PER_PAGE, WEEK_MS } from '~/domain/limits.ts';
import { can } from '~/domain/policy.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { POSITION, REVISION } from '../../live/event-changes.ts';
import { log } from '../../log.ts';
import { buildEndSql } from '../../wire/event-sql.ts';
import { type EventRow, toEventOnList } from '../../wire/events.ts';
import { NOTHING_OWN, OWN_COLUMNS, OWN_SIGNUP, type OwnEventRow, withOwn } from '../../wire/own-event.ts';
import { buildPageQuery, toPage } from '../kernel/cursors.ts';
import { defineOperation } from '../kernel/operation.ts';
import { LISTED_POLLS, type ListedPoll } from '../kernel/poll-rows.ts';
import { isComparable, RevisionCache } from '../kernel/revision-cache.ts';
import { EVENT_COLUMNS, EVENT_SOURCES, EVENTS_BY_DATE } from './queries.ts';

/** An event that has started and not ended. */
export type RunningEvent = Pick<EventTimes, 'id' | 'title'>;

/**
 * Returns one page of the events page: events of every status that start after the start of today in Eastern Time, by
 * date. `running`, on the first page, are the active events that started before and have not ended, by date, and `polls`
 * those without a date. `banner` is null when it cannot be read. `position` is the `since` of a stream that reports what has changed since (GET /live).
 * Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listUpcomingEvents = defineOperation({
	allow: 'events.listUpcoming',
	readsReplica: true,
	input: z.object({ cursor: z.string().max(100).optional() }),
	async handle({ actor, input: { cursor }, now }): Promise<
		Omit<Page<EventOnList>, 'first' | 'total'> & {
			running: RunningEvent[];
			polls: ListedPoll[];
			banner: string | null;
			position: string;
		}
	> {
		const query = buildPageQuery(EVENTS_BY_DATE, cursor);
		const found = await one<ListRow>(
			// A limit that is a value would be taken for a tenth of all events, and the statement planned again each time.
			`SELECT coalesce((SELECT json_agg(listed) FROM (
					SELECT e.id::text, CASE WHEN ${POSITION} = :known THEN NULL ELSE ${REVISION} END AS revision,
						${query.column}, ${OWN_COLUMNS} FROM events e ${OWN_SIGNUP}
					WHERE e.date > :after AND ${query.condition}
					ORDER BY ${query.order} LIMIT ${LISTED_EVENTS_PER_PAGE + 1}) AS listed), '[]') AS events,
				coalesce((SELECT json_agg(json_build_object('id', r.id::text, 'title', r.title) ORDER BY r.date, r.id)
					FROM events r WHERE r.status = 'active' AND r.date <= :after AND r.date > :earliest
						AND ${buildEndSql('r')} > :now), '[]') AS running,
				${cursor === undefined ? LISTED_POLLS : "'[]'::json"} AS polls,
				read_setting('events_banner', '', NULL) AS banner, ${POSITION} AS position`,
			{
				viewer: actor.id,
				known: known?.position ?? '',
				after: startOfDay(now, EASTERN),
				now,
				...(cursor === undefined ? { choosesDates: can(actor, 'polls.choose') } : {}),
				earliest: new Date(now.getTime() - WEEK_MS),
				...query.binds,
			},
		);
		if (!found) throw new Error('A SELECT without FROM returned no row.');
		if (found.banner === null) log().error({ part: 'banner' }, 'a part of a page could not be read');
		const { running, polls, banner, position } = found;
		const page = toPage(
			found.events.map((event) => ({ ...event, sort_key: String(event.sort_key) })),
			query,
			LISTED_EVENTS_PER_PAGE,
		);
		const items = await readItems(page.items, { viewerId: actor.id, position });
		return { ...page, items, running: cursor === undefined ? running : [], polls, banner, position };
	},
});

/** An event as a viewer has it, without what all see of it. */
type ListedRow = OwnEventRow & { id: string; revision: string | null };

type ListRow = {
	events: (ListedRow & { sort_key: number })[];
	running: RunningEvent[];
	polls: ListedPoll[];
	/** Null when it could not be read. */
	banner: string | null;
	position: string;
};

/** An event in the list for viewers without a signup or a part in it; `withOwn` replaces what depends on the viewer. */
type Card = { row: EventRow; item: EventOnList };

/** The events of the lists that were read last. */
const cache = new RevisionCache<Card>(4 * LISTED_EVENTS_PER_PAGE);

/** The events of the lists at the last position: while it is the same, no revision has to be compared. */
let known: { position: string; cards: ReadonlyMap<string, Card> } | null = null;

/** Returns the events as the list shows them; those that have changed since they were cached are read. */
async function readItems(
	listed: readonly ListedRow[],
	{ viewerId, position }: { viewerId: string; position: string },
): Promise<EventOnList[]> {
	const unchanged = known?.position === position ? known.cards : null;
	const cached = new Map(
		listed.map(({ id, revision }) => [id, unchanged?.get(id) ?? cache.get(id, revision)]),
	);
	const ids = listed.map(({ id }) => id).filter((id) => !cached.get(id));
	const read = new Map(
		(ids.length === 0 ? [] : await selectListed(ids, viewerId)).map((row) => {
			const card = { row, item: toEventOnList({ ...row, ...NOTHING_OWN }) };
			cache.put(row.id, row.revision, card);
			return [row.id, card];
		}),
	);
	const found = listed.flatMap((own) => {
		const card = cached.get(own.id) ?? read.get(own.id);
		// An event that was just deleted is not listed.
		return card ? [{ own: read.get(own.id)?.row ?? own, card }] : [];
	});
	if (isComparable(position)) {
		known = {
			position,
			cards: new Map([...(unchanged ?? []), ...found.map(({ own, card }) => [own.id, card] as const)]),
		};
	}
	return found.map(({ own, card: { row, item } }) => withOwn(item, row, own));
}

/**
 * Fills the list with an id that no event has. For lists shorter than PostgreSQL guesses, it would plan the statement
 * again each time, which takes longer than the statement.
 */
const padIds = (ids: readonly string[]) =>
	Array.from({ length: LISTED_EVENTS_PER_PAGE }, (_, index) => ids[index] ?? '0');

const selectListed = (
	ids: readonly string[],
	viewer: string,
): Promise<(EventRow & { revision: string | null })[]> =>
	rows(
		`SELECT ${REVISION} AS revision, ${EVENT_COLUMNS} FROM ${EVENT_SOURCES} WHERE e.id = ANY(:ids::bigint[])`,
		{ ids: padIds(ids), viewer },
	);
