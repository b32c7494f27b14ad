import { formatCount } from '../format-count.ts';
import { isolate } from '../isolate.ts';
import { PLAYER_MESSAGES } from '../limits.ts';
import { REMINDER_WAYS, type ReminderWay } from '../users/reminders.ts';
import { type EventStatus, endOf } from './status.ts';

/** Whom a message goes to: those with a place, those who wait for one, or the players of the saved group with this id. */
export type Audience = 'players' | 'waiting' | `group:${string}`;

const GROUP = 'group:';

/** Returns the audience of a request's `to`. */
export const toAudience = (to: 'players' | 'waiting' | { group: string }): Audience =>
	typeof to === 'string' ? to : `${GROUP}${to.group}`;

/** Returns a request's `to` for the text of an audience; any other text stays, to be refused. */
export const readAudience = (text: string): string | { group: string } =>
	text.startsWith(GROUP) ? { group: text.slice(GROUP.length) } : text;

/** The users that a message about an event can go to. `name` is that of a group; null for the others. */
export type MessageAudience = { to: Audience; name: string | null; recipients: number };

/** Returns what a user chooses, such as "Waitlist: 3 members". */
export function describeAudience({ to, name, recipients }: MessageAudience): string {
	const label = to === 'players' ? 'Players' : to === 'waiting' ? 'Waitlist' : isolate(name ?? '');
	return `${label}: ${formatCount(recipients, 'member')}`;
}

const WAY_LABELS: Record<ReminderWay, string> = {
	direct: 'Direct message',
	thread: 'In the event’s thread, with mentions',
};

/** Returns the ways in which a message can be sent, each with its label. */
export const listWays = (hasThread: boolean): [ReminderWay, string][] =>
	REMINDER_WAYS.filter((way) => way === 'direct' || hasThread).map((way) => [way, WAY_LABELS[way]]);

export const MESSAGE_TEXTS = {
	cancelled: 'This event is cancelled, so no messages can be sent.',
	over: 'This event is over, so no messages can be sent.',
	test: 'Test events send no messages.',
	noThread: 'This event has no thread on Discord. Please send direct messages instead.',
	noGroup: 'This group does not exist any more',
	tooMany: `Only ${PLAYER_MESSAGES.perDay} messages can be sent for an event in ${PLAYER_MESSAGES.hours} hours. Nothing was sent.`,
	gone: 'This message can no longer be sent. Please write it again.',
	nobody: 'None of them gets messages from us, so nothing was sent.',
} as const;

type MessagedEvent = { date: Date | string; duration: number; status: EventStatus; isTestData: boolean };

/** Returns why no message can be sent to the users of an event at `now`; null when one can. */
export function findMessageProblem(event: MessagedEvent, now: Date): string | null {
	if (event.status === 'cancelled') return MESSAGE_TEXTS.cancelled;
	const { date, duration, status } = event;
	if (status === 'completed' || endOf({ date: new Date(date), duration }) <= now) return MESSAGE_TEXTS.over;
	return event.isTestData ? MESSAGE_TEXTS.test : null;
}
