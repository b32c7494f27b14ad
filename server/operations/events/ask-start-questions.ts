import type { Transaction } from 'sequelize';
import type { Event } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import {
	listStartQuestions,
	type NearbyEvent,
	type PlannedEvent,
	type StartQuestion,
	type StartQuestionKind,
	toQuestionErrors,
} from '~/domain/events/start-questions.ts';
import { endOf } from '~/domain/events/status.ts';
import { DEFAULT_TIMEZONE, WEEK_MS } from '~/domain/limits.ts';
import { type FieldErrors, invalid } from '~/domain/refusal.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { buildEndSql } from '../../wire/event-sql.ts';
import type { UserRow } from '../../wire/events.ts';
import { EVENT_STORYTELLERS } from './queries.ts';

/** How many events at the same time are looked at. */
const NEARBY_EVENTS = 50;

type SaveContext = { now: Date; transaction: Transaction };

type AskedStart = {
	/** The event as it will be saved; without `id` it is new. */
	planned: PlannedEvent & { id?: string; timezone?: string };
	/** The event as it was saved; null for a new one. */
	before: PlannedEvent | null;
	/** The keys of the questions that the user has answered with yes; undefined: nothing is asked. */
	accepted: readonly string[] | undefined;
	kinds: readonly StartQuestionKind[];
};

/**
 * Returns when no question about the start of an event is open. Throws Refusal 'invalid' with the open questions as fields,
 * by their keys, which `accepted` then has to name.
 */
export async function requireAcceptedStart(asked: AskedStart, context: SaveContext): Promise<void> {
	const open = await listOpenQuestions(asked, context);
	if (open.length > 0) throw invalid(toQuestionErrors(open));
}

async function listOpenQuestions(
	{ planned, before, accepted, kinds }: AskedStart,
	{ now, transaction }: SaveContext,
): Promise<StartQuestion[]> {
	if (accepted === undefined) return [];
	const nearby = await selectNearbyEvents(planned, transaction);
	const context = { nearby, timezone: planned.timezone ?? DEFAULT_TIMEZONE, kinds, now };
	return listStartQuestions(planned, before, context).filter(({ key }) => !accepted.includes(key));
}

/**
 * Returns the open questions about a changed event, as the fields of a refusal. `event` has its changes set, `saved` is the
 * event before. Nothing is asked about a cancelled event.
 */
export async function listEditQuestions(
	event: Event,
	saved: EventDetail,
	{
		storytellerIds,
		...asked
	}: Pick<AskedStart, 'accepted' | 'kinds'> & { storytellerIds?: readonly string[] | undefined },
	context: SaveContext,
): Promise<FieldErrors> {
	if (event.status === 'cancelled') return {};
	const savedIds = saved.storytellers.map(({ user_id }) => user_id);
	const { id, title, date, duration, timezone, capacity, minimumPlayers } = event;
	const limits = { capacity, minimumPlayers };
	const open = await listOpenQuestions(
		{
			planned: { id, title, date, duration, timezone, storytellerIds: storytellerIds ?? savedIds, ...limits },
			before: {
				title: saved.title,
				date: new Date(saved.date),
				duration: saved.duration,
				storytellerIds: savedIds,
				capacity: saved.capacity === 'storytellers' ? null : saved.capacity,
				minimumPlayers: saved.minimum_players,
			},
			...asked,
		},
		context,
	);
	return toQuestionErrors(open);
}

/** Returns the events at the time of an event that are not cancelled, those with its title first; at most `NEARBY_EVENTS`. */
async function selectNearbyEvents(
	event: PlannedEvent & { id?: string },
	transaction: Transaction,
): Promise<NearbyEvent[]> {
	const found = await rows<Omit<NearbyEvent, 'storytellers'> & { storytellers: UserRow[] }>(
		`SELECT e.id::text, e.title, e.date, e.duration, e.status, ${EVENT_STORYTELLERS} AS storytellers FROM events e
		WHERE e.date > :earliest AND e.date < :end AND ${buildEndSql()} > :start
			AND e.status <> 'cancelled' AND e.id IS DISTINCT FROM :id::bigint
		ORDER BY e.title = :title DESC, e.date, e.id LIMIT ${NEARBY_EVENTS}`,
		{
			earliest: new Date(event.date.getTime() - WEEK_MS),
			start: event.date,
			end: endOf(event),
			id: event.id ?? null,
			title: event.title,
		},
		transaction,
	);
	return found.map(({ storytellers, ...other }) => ({
		...other,
		storytellers: storytellers.map(({ user_id, username, preferred_username }) => ({
			id: user_id,
			name: formatDisplayName({ username, preferredUsername: preferred_username }, 'storyteller'),
		})),
	}));
}
