import type { EventOnPage } from '../events/page.ts';
import type { MirrorState } from '../events/schema.ts';
import { type EventStatus, endOf } from '../events/status.ts';
import { MINUTE_MS } from '../limits.ts';
import { DISCORD_STATUS, type DiscordStatus, type ScheduledEventText } from './scheduled-event.ts';

export type RemoteEvent = ScheduledEventText & {
	status: DiscordStatus;
	/** False in a Discord channel, as an imported event may be; then it has no location text. */
	isExternal: boolean;
	/** The original start of a repeating event's current date, ISO with `Z`; null: it does not repeat. */
	seriesStart: string | null;
};

export type MirrorPlanInput = {
	event: { status: EventStatus; date: Date };
	/** What the mirror should show. */
	text: ScheduledEventText;
	/** What the mirror shows; null when there is none (any more). */
	remote: RemoteEvent | null;
	isImageStale: boolean;
	/** Whether a moderator has moved it on Discord and no creator has decided yet; then its times are left as they are. */
	isMovedOnDiscord?: boolean;
	now: Date;
};

/** One request to Discord; `done` when Discord matches, `refuse` with a text when Discord would reject it. */
export type MirrorStep =
	| { kind: 'done' }
	| { kind: 'refuse'; text: string }
	| { kind: 'create' }
	| { kind: 'update'; fields: Partial<ScheduledEventText> }
	| { kind: 'setStatus'; status: DiscordStatus };

const ALREADY_STARTED = "Discord doesn't accept events that have started.";
const OTHER_DATE = 'The event on Discord has a later date now, so it was left as it is.';
const NOT_CHANGED = "Discord didn't take this change. Please look at the event on Discord, then retry.";

/**
 * Returns the next step that brings Discord closer to the event; the worker repeats it until `done`. Valid
 * status changes are 1→2→3 and 1→4. Ended Discord events are terminal, so a mirror that is wanted again is
 * created again. (decision 0017)
 */
export function planMirror({
	event,
	text,
	remote,
	isImageStale,
	isMovedOnDiscord = false,
	now,
}: MirrorPlanInput): MirrorStep {
	// Every change of a repeating event changes its other dates, and to end one date moves the event to the next.
	if (remote?.seriesStart) return { kind: 'done' };
	const isOpen = remote !== null && isUnfinished(remote.status);
	if (isOpen && event.status === 'completed' && remote.scheduled_start_time > text.scheduled_end_time)
		return { kind: 'refuse', text: OTHER_DATE };
	if (event.status !== 'active') return isOpen ? planEnd(event.status, remote.status) : { kind: 'done' };
	if (!isOpen) return event.date > now ? { kind: 'create' } : { kind: 'refuse', text: ALREADY_STARTED };
	// A running Discord event cannot be moved back, so it is completed, and the moved event gets a new mirror.
	if (
		remote.status === DISCORD_STATUS.active &&
		event.date > now &&
		isMoved(text, remote) &&
		!isMovedOnDiscord
	) {
		return { kind: 'setStatus', status: DISCORD_STATUS.completed };
	}
	const fields = listDifferingFields(text, remote);
	// Discord rejects a start in the past, and a changed start of a running event.
	if (event.date <= now || remote.status === DISCORD_STATUS.active) delete fields.scheduled_start_time;
	if (isMovedOnDiscord) {
		delete fields.scheduled_start_time;
		delete fields.scheduled_end_time;
	}
	return Object.keys(fields).length > 0 || isImageStale ? { kind: 'update', fields } : { kind: 'done' };
}

/** Returns whether Discord can show the event as saved: a new or moved one must start in the future. */
export const canReachDiscord = (
	{ status, date }: { status: EventStatus; date: Date },
	{ isLinked, isMoved, now }: { isLinked: boolean; isMoved: boolean; now: Date },
): boolean => status !== 'active' || date > now || (isLinked && !isMoved);

/** Returns why the mirror must stop after a step that had no effect (it would be repeated), or null. */
export function findIneffectiveStep(step: MirrorStep, remote: RemoteEvent): string | null {
	if (step.kind === 'setStatus') return remote.status === step.status ? null : NOT_CHANGED;
	if (step.kind !== 'update') return null;
	const keys = Object.keys(step.fields) as (keyof ScheduledEventText)[];
	const sent = { ...remote, ...step.fields };
	return keys.every((key) => isSameText(key, sent, remote)) ? null : NOT_CHANGED;
}

/** A Discord event's status, and what shows the reason for its end. */
export type RemoteStatus = Pick<
	RemoteEvent,
	'status' | 'isExternal' | 'scheduled_start_time' | 'scheduled_end_time' | 'seriesStart'
>;

type PlannedEvent = { status: EventStatus; date: Date; duration: number };

/** Discord's clock and ours may differ by this much. */
export const CLOCK_DIFFERENCE_MS = MINUTE_MS;

/**
 * Returns the event's new status after Discord changed its mirror's, or null. An end counts when a user made
 * it, or when Discord ended an event with our times. It does not when the mirror has another start, or when
 * only its own end has passed. In a channel, Discord itself cancels or completes an event after its start, so
 * that does not count. (decision 0020)
 */
export function getStatusFromDiscord(
	event: PlannedEvent,
	remote: RemoteStatus,
	now: Date,
): EventStatus | null {
	if (event.status !== 'active' || isUnfinished(remote.status)) return null;
	const start = new Date(remote.scheduled_start_time);
	if (!remote.isExternal && (start <= now || event.date <= now)) return null;
	if (remote.status === DISCORD_STATUS.cancelled) return 'cancelled';
	const end = new Date(remote.scheduled_end_time);
	const hasRunOut = end < endOf(event) && end.getTime() - CLOCK_DIFFERENCE_MS <= now.getTime();
	return start.getTime() !== event.date.getTime() || hasRunOut ? null : 'completed';
}

/**
 * Returns the event's new status when its mirror ended without a packet or our request, or null. `known` is
 * the last status that we received or requested. (decision 0020)
 */
export function getStatusAfterMissedEnd(
	event: PlannedEvent,
	{ remote, known, now }: { remote: RemoteStatus; known: DiscordStatus | null; now: Date },
): EventStatus | null {
	if (known !== null && !isUnfinished(known)) return null;
	return getStatusFromDiscord(event, remote, now);
}

function planEnd(status: EventStatus, remote: DiscordStatus): MirrorStep {
	if (remote === DISCORD_STATUS.active) return { kind: 'setStatus', status: DISCORD_STATUS.completed };
	const next = status === 'cancelled' ? DISCORD_STATUS.cancelled : DISCORD_STATUS.active;
	return { kind: 'setStatus', status: next };
}

/** Returns whether Discord still allows changes to an event with this status: it is scheduled or running. */
export const isUnfinished = (status: DiscordStatus): boolean =>
	status === DISCORD_STATUS.scheduled || status === DISCORD_STATUS.active;

const isMoved = (text: ScheduledEventText, remote: RemoteEvent) =>
	!isSameText('scheduled_start_time', text, remote);

function listDifferingFields(text: ScheduledEventText, remote: RemoteEvent): Partial<ScheduledEventText> {
	const all = Object.keys(text) as (keyof ScheduledEventText)[];
	const keys = remote.isExternal ? all : all.filter((key) => key !== 'location');
	return Object.fromEntries(
		keys.filter((key) => !isSameText(key, text, remote)).map((key) => [key, text[key]]),
	);
}

function isSameText(key: keyof ScheduledEventText, text: ScheduledEventText, remote: RemoteEvent): boolean {
	const isTime = key === 'scheduled_start_time' || key === 'scheduled_end_time';
	// Discord writes the same instant as +00:00.
	return isTime ? Date.parse(text[key]) === Date.parse(remote[key]) : text[key] === remote[key];
}

/**
 * Returns whether a mirror in this state can be retried. One that was deleted on Discord is created again only for an
 * active event; `status` is null for a deleted event.
 */
export const canRetryMirror = (state: MirrorState, status: EventStatus | null): boolean =>
	state === 'deleted' ? status === 'active' : state === 'failed' || state === 'pending';

/** Returns whether the event page offers to retry the mirror: a pending one after an error, or after a minute. */
export function shouldOfferRetry(
	{ status, discord_sync, mirrorChangedAt }: Pick<EventOnPage, 'status' | 'discord_sync' | 'mirrorChangedAt'>,
	now: Date,
): boolean {
	const { state, error } = discord_sync;
	const isNew = error === null && !(now.getTime() - Date.parse(mirrorChangedAt ?? '') >= MINUTE_MS);
	return canRetryMirror(state, status) && !(state === 'pending' && isNew);
}

export type EventTime = { start: Date; end: Date };

/**
 * Returns the time that a moderator has given a Discord event, or null. `sent` is Discord's time after our
 * last change (null: unknown), `own` our event's. Discord itself changes the start of a running event and the
 * end of one in a channel, so these are not compared. (decision 0017)
 */
export function findMovedTime(
	remote: RemoteStatus,
	{ sent, own }: { sent: EventTime | null; own: EventTime },
): EventTime | null {
	if (sent === null || remote.seriesStart !== null || !isUnfinished(remote.status)) return null;
	const isScheduled = remote.status === DISCORD_STATUS.scheduled;
	const start = isScheduled ? new Date(remote.scheduled_start_time) : sent.start;
	const lengthMs = sent.end.getTime() - sent.start.getTime();
	const end = remote.isExternal ? new Date(remote.scheduled_end_time) : new Date(start.getTime() + lengthMs);
	const shown = { start, end };
	return isSameTime(shown, sent) || isSameTime(shown, own) ? null : shown;
}

/** Returns whether two times are the same. */
export const isSameTime = (one: EventTime, other: EventTime): boolean =>
	one.start.getTime() === other.start.getTime() && one.end.getTime() === other.end.getTime();

/** Returns the length of a time in minutes, rounded up so that our event never ends before Discord's. */
export const toMinutes = ({ start, end }: EventTime): number =>
	Math.max(1, Math.ceil((end.getTime() - start.getTime()) / MINUTE_MS));
