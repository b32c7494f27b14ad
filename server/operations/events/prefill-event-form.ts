import { rows } from '~/database/sql.ts';
import type { Occurrence } from '~/domain/events/following.ts';
import { type EventFormValues, toEventFormValues } from '~/domain/events/form.ts';
import { findUsualEvents, getCopyDate, pickUsual, type UsualEvent } from '~/domain/events/quick-select.ts';
import { AUTO_SPLIT_SETTING, readAutoSplitConfig } from '~/domain/groups/config.ts';
import { DURATION_MINUTES } from '~/domain/limits.ts';
import { fromStoredCapacity } from '~/domain/places/schema.ts';
import { missing } from '~/domain/refusal.ts';
import { findImageById } from '../../images/store.ts';
import { readAnnouncementSettings } from '../announcements/index.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { readSetting } from '../kernel/settings.ts';
import { selectStorytellerList } from '../users/index.ts';
import { selectOccurrence, selectOccurrences } from './read-series.ts';

/** How many of the latest events are looked at for the last one of a weekday. */
const RECENT_EVENTS = 100;

/** What the event form has to know about the community. */
export type EventFormFacts = {
	/** Whether new events can be announced on Discord. */
	canAnnounce: boolean;
	/** The most players of a group, for events with as many places as the storytellers can lead. */
	placesPerStoryteller: number;
};

/** Returns what the event form has to know about the community. */
export const readEventFormFacts = defineOperation({
	allow: 'events.create',
	async handle(): Promise<EventFormFacts> {
		const { channelId } = await readAnnouncementSettings();
		const { maxPlayersPerGroup } = readAutoSplitConfig(await readSetting(AUTO_SPLIT_SETTING));
		return { canAnnounce: channelId !== '', placesPerStoryteller: maxPlayersPerGroup };
	},
});

/**
 * Returns the last event that has begun and was not cancelled on each weekday, in no order. Storytellers who
 * can no longer be chosen are left out.
 */
export const listUsualEvents = defineOperation({
	allow: 'events.create',
	readsReplica: true,
	async handle({ now }): Promise<UsualEvent[]> {
		const recent = await rows<{ id: string; date: Date; timezone: string }>(
			`SELECT id::text, date, timezone FROM events WHERE date <= :now AND status <> 'cancelled'
			ORDER BY date DESC, id DESC LIMIT ${RECENT_EVENTS}`,
			{ now },
		);
		const weekdays = new Map([...findUsualEvents(recent)].map(([weekday, id]) => [id, weekday]));
		const ids = [...weekdays.keys()];
		if (ids.length === 0) return [];
		const [events, storytellers] = await Promise.all([selectOccurrences(ids), selectStorytellerList()]);
		const known = new Set(storytellers.map(({ id }) => id));
		return events.map(({ storytellerIds, ...event }) => ({
			weekday: weekdays.get(event.id) ?? 0,
			title: event.title,
			date: event.date.toISOString(),
			timezone: event.timezone,
			values: pickUsual(
				toCopiedValues({ ...event, storytellerIds: storytellerIds.filter((id) => known.has(id)) }),
			),
		}));
	},
});

/**
 * Returns what the create form shows for the copy of an event, one or more weeks later, with the hash of its picture. Throws
 * Refusal 'missing' when no such event exists.
 */
export const readEventToCopy = defineOperation({
	allow: 'events.create',
	readsReplica: true,
	params: ['eventId'],
	async handle({ params: { eventId }, now }): Promise<{ values: EventFormValues; imageHash: string | null }> {
		if (!isId(eventId)) throw missing('Event');
		const event = await selectOccurrence(eventId);
		const image = event.imageId === null ? null : await findImageById(event.imageId);
		const duration = Math.max(event.duration, DURATION_MINUTES.createMin);
		const values = { ...toCopiedValues({ ...event, duration }), date: getCopyDate(event, now) };
		return { values, imageHash: image?.hash ?? null };
	},
});

const toCopiedValues = (event: Omit<Occurrence, 'seriesDate'>): EventFormValues =>
	toEventFormValues({
		...event,
		date: event.date.toISOString(),
		capacity: fromStoredCapacity(event.capacity),
		minimum_players: event.minimumPlayers,
		decide_minutes: event.decideMinutes,
		on_too_few: event.onTooFew,
		storytellers: event.storytellerIds.map((user_id) => ({ user_id })),
	});
