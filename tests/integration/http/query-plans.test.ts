import { beforeAll, describe, expect, test } from 'vitest';
import { loader as loadPanel } from '~/app/routes/admin/route.tsx';
import { loader as loadAdminSignups } from '~/app/routes/admin/signups/route.tsx';
import { loader as loadAdminUsers } from '~/app/routes/admin/users/route.tsx';
import { signupCalls } from '~/app/routes/api/calls/signups.ts';
import { loader as loadEventPage, action as sendEventForm } from '~/app/routes/event/route.tsx';
import { loader as loadEventList, action as sendQuickSignup } from '~/app/routes/events/route.tsx';
import { loader as loadProfile } from '~/app/routes/profile/route.tsx';
import { closeDatabase, connectDatabase } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { COUNTED_ROWS } from '~/domain/limits.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { startSession } from '~/server/auth/sessions.ts';
import { setMigrated } from '~/server/http/health.ts';
import { countChanges } from '~/server/live/event-changes.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { fillLargeCommunity } from '~/tests/support/large-community.ts';
import {
	countRowsRead,
	type ExecutedPlan,
	listFullScans,
	type PlanNode,
	recordPlans,
	reportPlans,
} from '~/tests/support/query-plans.ts';
import { type Handler, runRequest, sendForm, sendJson, type TestRequest } from '~/tests/support/requests.ts';

useTestEnvironment();
const db = useDatabase();

/** PostgreSQL may choose a generic plan for a named statement from its sixth execution on. */
const RUNS_UNTIL_GENERIC = 7;
/** The maximum number of rows that a node of a plan may read: about as many as the pages show. */
const MAX_ROWS = 500;
/** The 31 past events of a page have up to 101 signups each, which are counted from an index. */
const MAX_PAST_ROWS = 31 * 101;
/** The signups of the user with the most are counted from an index too. */
const MAX_VETERAN_ROWS = 10_030;

let adminSession: string;
let veteranSession: string;
let eventId: string;
let largeTables: string[];

/**
 * 1,000,000 signups of the past, and 30 upcoming events with 12 signups each. The first ten and those of the past have
 * groups.
 */
beforeAll(async () => {
	// The first user signs up for every event.
	const veteran = await createUserRow({ membershipCheckedAt: new Date(), createdAt: new Date(2020, 0) });
	const admin = await createUserRow({ role: 'admin', membershipCheckedAt: new Date() });
	await execute(`INSERT INTO events (title, date, creator_id)
		SELECT 'Game night ' || n, now() + n * interval '1 day', ${admin.id} FROM generate_series(1, 30) n`);
	await fillLargeCommunity(db.url);
	await execute(`INSERT INTO signups (event_id, user_id, status, linked_at)
		SELECT e.id, u.id, 'confirmed', now() FROM events e, users u WHERE e.date > now() AND u.id <= 12`);
	await execute(
		`INSERT INTO groups (event_id, client_id, name) SELECT id, 'g', 'Group 1' FROM events WHERE date < now() + interval '10 days'`,
	);
	await execute(`INSERT INTO group_players (group_id, event_id, user_id)
		SELECT g.id, g.event_id, s.user_id FROM groups g JOIN events e ON e.id = g.event_id
		JOIN signups s ON s.event_id = e.id WHERE s.user_id <= 12`);
	await countChanges();
	await execute('ANALYZE groups, group_players');
	eventId = String((await one<{ id: string }>('SELECT id FROM events ORDER BY id LIMIT 1'))?.id);
	largeTables = (
		await rows<{ name: string }>(
			`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
				AND reltuples >= 1000`,
		)
	).map(({ name }) => name);
	adminSession = await startSession(admin.id, new Date());
	veteranSession = await startSession(veteran.id, new Date());
	await reportPlans(db.url);
	// One connection, so that each statement is soon executed often enough for a generic plan.
	await closeDatabase();
	connectDatabase({ url: db.url, poolMax: 1 });
	setMigrated(true);
});

test('the community has a million signups', () => {
	expect(largeTables.toSorted()).toEqual([
		...['audit_entries', 'comments', 'events', 'group_players', 'groups', 'signups', 'users'],
	]);
});

type HotRequest = TestRequest & {
	/** What the request needs each time. */
	prepare?: () => Promise<unknown>;
	session?: string;
	maxRows?: number;
};

/** Returns the plans of a request that has run often before. */
async function recordRequest(toRequest: () => HotRequest): Promise<ExecutedPlan[]> {
	let plans: ExecutedPlan[] = [];
	for (let i = 0; i < RUNS_UNTIL_GENERIC; i += 1) {
		const { prepare, session = adminSession, ...request } = toRequest();
		await prepare?.();
		plans = await recordPlans(() => runRequest(session, request));
	}
	return plans;
}

/**
 * Returns the nodes that read a large table from end to end, more than `maxRows` rows, or too many pages for these
 * rows, with their statements. A node that uses an index without its first column reads many pages of it.
 */
const listLongReads = (plans: readonly ExecutedPlan[], maxRows: number) =>
	plans.flatMap(({ sql, nodes }) =>
		nodes
			.map((node) => ({ node, sql, rows: Math.round(countRowsRead([node])), pages: countPages(node) }))
			.filter(({ node, rows, pages }) => isFullScan(node) || rows > maxRows || pages > 4 * maxRows),
	);
const countPages = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks'];
const isFullScan = (node: PlanNode) => listFullScans([node]).some((table) => largeTables.includes(table));

/** The most frequent requests, with the rows that a node of their plans may read. */
const REQUESTS: Record<string, () => HotRequest> = {
	'the list of events': () => ({ path: '/events', handlers: [loadEventList] }),
	'the list of events after a change': () => ({
		path: '/events',
		handlers: [loadEventList],
		prepare: () => execute('INSERT INTO event_changes (event_id) VALUES (0)'),
	}),
	'the past events': () => ({
		path: '/events?view=past',
		handlers: [loadEventList],
		maxRows: MAX_PAST_ROWS,
	}),
	'a search of the past events that matches one': () => ({
		path: '/events?view=past&q=4711',
		handlers: [loadEventList],
	}),
	'a search of the past events that matches all': () => ({
		path: '/events?view=past&q=past+night',
		handlers: [loadEventList],
		maxRows: MAX_PAST_ROWS,
	}),
	'an event': () => ({ path: `/events/${eventId}`, params: { eventId }, handlers: [loadEventPage] }),
	'a signup by form': () => ({
		path: `/events/${eventId}`,
		params: { eventId },
		handlers: [sendEventForm],
		init: sendForm({ intent: 'signups.put', status: 'late', notes: '' }),
	}),
	'a quick signup': () => ({
		path: '/events',
		handlers: [sendQuickSignup],
		init: sendForm({ intent: 'signups.put', eventId, status: 'late' }),
	}),
	'a signup by API': () => ({
		path: `/api/events/${eventId}/signup`,
		params: { eventId },
		handlers: [signupCalls[0]?.handle as Handler],
		init: sendJson(adminSession, { status: 'late' }),
	}),
	'a removed signup': () => ({
		path: `/events/${eventId}`,
		params: { eventId },
		handlers: [sendEventForm],
		init: sendForm({ intent: 'signups.remove' }),
		prepare: () =>
			execute(
				`INSERT INTO signups (event_id, user_id, status) VALUES (:eventId, 2, 'late') ON CONFLICT DO NOTHING`,
				{ eventId },
			),
	}),
	'a comment': () => ({
		path: `/events/${eventId}`,
		params: { eventId },
		handlers: [sendEventForm],
		init: sendForm({ intent: 'comments.create', body: 'See you there', key: crypto.randomUUID() }),
	}),
	'the profile': () => ({ path: '/profile', handlers: [loadProfile] }),
	'the profile of a user with 10,000 signups': () => ({
		path: '/profile',
		handlers: [loadProfile],
		session: veteranSession,
		maxRows: MAX_VETERAN_ROWS,
	}),
	'the users': () => ({
		path: '/admin/users',
		handlers: [loadPanel, loadAdminUsers],
		maxRows: COUNTED_ROWS + 1,
	}),
	'the signups': () => ({
		path: '/admin/signups',
		handlers: [loadPanel, loadAdminSignups],
		maxRows: COUNTED_ROWS + 1,
	}),
};

describe('with a million signups, the most frequent requests use indexes and read few rows', () => {
	test.each(Object.entries(REQUESTS))('%s', async (_, toRequest) => {
		const plans = await recordRequest(toRequest);
		const { maxRows = MAX_ROWS } = toRequest();
		expect(plans.length).toBeGreaterThan(1);
		expect(listLongReads(plans, maxRows)).toEqual([]);
	});
});

test('no named statement of these requests is planned again for each request', async () => {
	for (const toRequest of Object.values(REQUESTS)) await recordRequest(toRequest);
	// PostgreSQL goes on planning a statement when its generic plan looks more expensive than those for the values.
	const planned = await rows<{ statement: string }>(
		`SELECT statement FROM pg_prepared_statements WHERE custom_plans >= ${RUNS_UNTIL_GENERIC}`,
	);
	expect(planned).toEqual([]);
});

test('a missing index is found', async () => {
	await execute('DROP INDEX signups_user_id_status_idx');
	const plans = await recordRequest(() => ({ path: '/profile', handlers: [loadProfile] }));
	expect(listLongReads(plans, MAX_ROWS).map(({ node }) => node['Relation Name'])).toContain('signups');
});
