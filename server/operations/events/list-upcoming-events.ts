import { z } from 'zod';
import { hasReplicas } from '~/database/replicas.ts';
import { one } from '~/database/sql.ts';
import type { Page } from '~/domain/admin/schema.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type { EventTimes } from '~/domain/events/start-questions.ts';
import { EASTERN, LISTED_EVENTS_PER_PAGE, WEEK_MS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { startOfDay } from '~/domain/time/day.ts';
import { HAS_CHANGED_SINCE, LIVE_POSITION, SERVER_START } from '../../live/event-changes.ts';
import { log } from '../../log.ts';
import { type OwnGroupRow, toEventOnList, toOwnGroupOnPage, toOwnStanding } from '../../wire/events.ts';
import { EVENT_PLACES, type PlacesRow, toPlacesView } from '../../wire/places.ts';
import { OWN_GROUP } from '../../wire/seat-sql.ts';
import { buildPageQuery, toPage } from '../kernel/cursors.ts';
import { defineOperation } from '../kernel/operation.ts';
import { EVENTS_BY_DATE, selectUpcomingEvents } from './queries.ts';

/** An event that has started and not ended. */
export type RunningEvent = Pick<EventTimes, 'id' | 'title'>;

/**
 * Returns one page of the events page: events of every status that start after the start of today in Eastern Time, by
 * date. `running`, on the first page, are the active events that started before and have not ended, by date. `banner` is
 * null when it cannot be read. Throws Refusal 'invalid' when the cursor is not valid.
 */
export const listUpcomingEvents = defineOperation({
	allow: 'events.listUpcoming',
	readsReplica: true,
	input: z.object({ cursor: z.string().max(100).optional() }),
	async handle({
		actor,
		input: { cursor },
		now,
	}): Promise<
		Omit<Page<EventOnList>, 'first' | 'total'> & { running: RunningEvent[]; banner: string | null }
	> {
		const query = buildPageQuery(EVENTS_BY_DATE, cursor);
		const startsAfter = startOfDay(now, EASTERN);
		const isFirst = cursor === undefined;
		const usable = isFirst && cached?.startsAfter === startsAfter.getTime() ? cached : null;
		const found = await readViewerPart(actor, { page: usable, startsAfter, now });
		const shown = { running: isFirst ? found.running : [], banner: found.banner };
		if (usable && !found.hasChanged) return { ...addOwn(usable, found), ...shown };
		const rows = await selectUpcomingEvents(actor.id, {
			startsAfter,
			page: query,
			limit: LISTED_EVENTS_PER_PAGE + 1,
		});
		const page = toPage(rows, query, LISTED_EVENTS_PER_PAGE);
		const items = page.items.map(toEventOnList);
		// Positions of a replica and of the primary cannot be compared.
		if (isFirst && !hasReplicas())
			cached = {
				position: found.position,
				server: found.server,
				startsAfter: startsAfter.getTime(),
				next: page.next,
				items,
				capacities: new Map(
					page.items.filter(({ places }) => places).map(({ id, capacity }) => [id, capacity]),
				),
				hasGroups: page.items.some(({ has_groups }) => has_groups),
			};
		return { ...page, ...shown, items };
	},
});

/**
 * The first page as its last reader got it; `addOwn` replaces what depends on the viewer. It contains every change of the
 * log until `position`, so it is current when the log has no later one (decision 0039).
 */
type CachedPage = {
	position: string;
	server: string;
	/** In milliseconds. */
	startsAfter: number;
	items: EventOnList[];
	/** The stored capacities of the events that have places or need a number of players, by the event's id. */
	capacities: ReadonlyMap<string, number | null>;
	hasGroups: boolean;
	next: string | null;
};

let cached: CachedPage | null = null;

type ViewerPart = {
	hasChanged: boolean;
	position: string;
	server: string;
	signups: Readonly<Record<string, { status: SignupStatus; standby: boolean }>>;
	/** The ids of the events that the viewer is a storyteller of. */
	runs: readonly string[];
	ownGroups?: Readonly<Record<string, OwnGroupRow | null>>;
	places?: Readonly<Record<string, PlacesRow | null>>;
	running: RunningEvent[];
	/** Null when it could not be read. */
	banner: string | null;
};

/** What may have changed, and the viewer's own signups for the cached events, in one snapshot. */
const VIEWER_PART = `SELECT ${HAS_CHANGED_SINCE} AS "hasChanged", ${LIVE_POSITION} AS position, ${SERVER_START} AS server,
	coalesce((SELECT json_object_agg(s.event_id, json_build_object('status', s.status, 'standby', s.standby)) FROM signups s
		WHERE s.user_id = :viewer AND s.event_id = ANY(:events::bigint[])), '{}') AS signups,
	coalesce((SELECT json_agg(st.event_id::text) FROM event_storytellers st
		WHERE st.user_id = :viewer AND st.event_id = ANY(:events::bigint[])), '[]') AS runs,
	coalesce((SELECT json_agg(json_build_object('id', r.id::text, 'title', r.title) ORDER BY r.date, r.id)
		FROM events r WHERE r.status = 'active' AND r.date <= :startsAfter AND r.date > :earliest
			AND r.date + r.duration * interval '1 minute' > :now), '[]') AS running`;
const OWN_GROUPS = `(SELECT json_object_agg(e.id, ${OWN_GROUP}) FROM events e WHERE e.id = ANY(:events::bigint[]))
	AS "ownGroups"`;
/** The places, among them the viewer's own. */
const PLACES = `(SELECT json_object_agg(e.id, ${EVENT_PLACES}) FROM events e WHERE e.id = ANY(:events::bigint[])) AS places`;
const BANNER = `read_setting('events_banner', '', NULL) AS banner`;

/**
 * Fills the list with an id that no event has. For lists shorter than PostgreSQL guesses, it would plan the statement
 * again each time, which takes longer than the statement.
 */
const padIds = (ids: readonly string[]) =>
	Array.from({ length: LISTED_EVENTS_PER_PAGE }, (_, index) => ids[index] ?? '0');

async function readViewerPart(
	actor: Actor,
	{ page, startsAfter, now }: { page: CachedPage | null; startsAfter: Date; now: Date },
): Promise<ViewerPart> {
	const binds = {
		viewer: actor.id,
		startsAfter,
		now,
		earliest: new Date(now.getTime() - WEEK_MS),
		since: page?.position ?? null,
		server: page?.server ?? null,
		events: padIds(page?.items.map(({ id }) => id) ?? []),
	};
	const sql = [VIEWER_PART, BANNER, page?.hasGroups && OWN_GROUPS, page?.capacities.size && PLACES]
		.filter(Boolean)
		.join(', ');
	const viewerPart = await one<ViewerPart>(sql, binds);
	if (!viewerPart) throw new Error('A SELECT without FROM returned no row.');
	if (viewerPart.banner === null) log().error({ part: 'banner' }, 'a part of a page could not be read');
	return viewerPart;
}

const addOwn = (
	{ items, next, capacities }: CachedPage,
	{ signups, runs, ownGroups, places: counted }: ViewerPart,
) => ({
	next,
	previous: null,
	items: items.map((item) => {
		const capacity = capacities.get(item.id);
		const { decision, status } = item;
		const places = counted?.[item.id] ?? null;
		const { status: own = null, standby = null } = signups[item.id] ?? {};
		return {
			...item,
			user_signup_status: own,
			own_standing: toOwnStanding({
				status,
				places,
				user_signup_status: own,
				own_standby: standby,
				runs: runs.includes(item.id),
			}),
			own_group: toOwnGroupOnPage({ own_group: ownGroups?.[item.id] ?? null }),
			...(capacity !== undefined && toPlacesView({ capacity, decision, places })),
		};
	}),
});
