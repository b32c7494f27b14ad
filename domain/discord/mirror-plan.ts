import type { EventStatus } from '../events/schema.ts';
import { DISCORD_STATUS, type DiscordStatus, type ScheduledEventText } from './scheduled-event.ts';

/** What Discord has of an event now. */
export type RemoteEvent = ScheduledEventText & {
	status: DiscordStatus;
	/** False where it is held in a channel there, as an imported one may be: that has no other place. */
	isExternal: boolean;
};

export type MirrorWish = {
	event: { status: EventStatus; date: Date };
	/** What Discord should show of it. */
	text: ScheduledEventText;
	/** What it shows; null when there is nothing, or nothing any more. */
	remote: RemoteEvent | null;
	/** Whether the picture that Discord has is not the one that it should have. */
	isImageStale: boolean;
	now: Date;
};

/** One call to Discord, or the end: `done` is agreement, `refuse` a text for people about what Discord will not take. */
export type MirrorStep =
	| { kind: 'done' }
	| { kind: 'refuse'; text: string }
	| { kind: 'create' }
	| { kind: 'update'; fields: Partial<ScheduledEventText> }
	| { kind: 'setStatus'; status: DiscordStatus };

const BEGUN = 'Discord takes no event that has already begun.';

/**
 * The next step that brings Discord nearer to our event; whoever takes it asks again until it is `done`. Only Discord's
 * legal steps are taken: 1→2→3 and 1→4; a finished one is final, so what is wanted anew is created anew.
 * (decisions, "Discord")
 */
export function planMirror({ event, text, remote, isImageStale, now }: MirrorWish): MirrorStep {
	const isOpen = remote !== null && isUnfinished(remote.status);
	if (event.status !== 'active') return isOpen ? finish(event.status, remote.status) : { kind: 'done' };
	if (!isOpen) return event.date > now ? { kind: 'create' } : { kind: 'refuse', text: BEGUN };
	// A running one cannot be moved back: it ends, and the moved night gets one of its own.
	if (remote.status === DISCORD_STATUS.active && event.date > now && isMoved(text, remote)) {
		return { kind: 'setStatus', status: DISCORD_STATUS.completed };
	}
	const fields = differingFields(text, remote);
	// Discord takes no start that is past or that is another than that of a running event.
	if (event.date <= now || remote.status === DISCORD_STATUS.active) delete fields.scheduled_start_time;
	return Object.keys(fields).length > 0 || isImageStale ? { kind: 'update', fields } : { kind: 'done' };
}

/** What becomes of our event when Discord's changes its status: only what ended there ends here. Null: nothing. */
export function statusFromDiscord(own: EventStatus, remote: DiscordStatus): EventStatus | null {
	if (own !== 'active') return null;
	if (remote === DISCORD_STATUS.completed) return 'completed';
	return remote === DISCORD_STATUS.cancelled ? 'cancelled' : null;
}

/**
 * What becomes of our event when Discord's is found ended though we neither heard of it nor asked for it: `known` is the
 * status that we last heard of or asked for. Null: nothing; a night that was moved since is another than the one that
 * was over there. (decisions, "Discord")
 */
export function statusOfUnheardEnd(
	own: EventStatus,
	{ remote, known, text }: { remote: RemoteEvent; known: DiscordStatus | null; text: ScheduledEventText },
): EventStatus | null {
	if (known !== null && !isUnfinished(known)) return null;
	const next = statusFromDiscord(own, remote.status);
	return next === 'completed' && isMoved(text, remote) ? null : next;
}

function finish(status: EventStatus, remote: DiscordStatus): MirrorStep {
	if (remote === DISCORD_STATUS.active) return { kind: 'setStatus', status: DISCORD_STATUS.completed };
	const next = status === 'cancelled' ? DISCORD_STATUS.cancelled : DISCORD_STATUS.active;
	return { kind: 'setStatus', status: next };
}

/** Whether Discord lets the event be changed still: it is scheduled or runs. */
export const isUnfinished = (status: DiscordStatus): boolean =>
	status === DISCORD_STATUS.scheduled || status === DISCORD_STATUS.active;

const isMoved = (text: ScheduledEventText, remote: RemoteEvent) =>
	!isSame('scheduled_start_time', text, remote);

function differingFields(text: ScheduledEventText, remote: RemoteEvent): Partial<ScheduledEventText> {
	const all = Object.keys(text) as (keyof ScheduledEventText)[];
	const keys = remote.isExternal ? all : all.filter((key) => key !== 'location');
	return Object.fromEntries(keys.filter((key) => !isSame(key, text, remote)).map((key) => [key, text[key]]));
}

function isSame(key: keyof ScheduledEventText, text: ScheduledEventText, remote: RemoteEvent): boolean {
	const isTime = key === 'scheduled_start_time' || key === 'scheduled_end_time';
	// Discord writes the same instant as +00:00.
	return isTime ? Date.parse(text[key]) === Date.parse(remote[key]) : text[key] === remote[key];
}
