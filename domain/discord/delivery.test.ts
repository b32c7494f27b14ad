import { expect, test } from 'vitest';
import { MINUTE_MS } from '../limits.ts';
import { getStanding, type StandingFacts } from '../signups/standing.ts';
import type { QuietHours } from '../users/reminders.ts';
import { decideDelivery } from './delivery.ts';

const stand = (changes: Partial<StandingFacts>) =>
	getStanding({ status: null, runs: false, eventStatus: 'active', ...changes });
const waiting = stand({ status: 'confirmed', place: 'waiting', position: 3 });
const date = new Date('2030-03-01T20:30:00Z');
type Message = Parameters<typeof decideDelivery>[0];
type Facts = Parameters<typeof decideDelivery>[1];
const at = (minutes: number) => new Date(date.getTime() - minutes * MINUTE_MS);
const facts: Facts = {
	event: { date, status: 'active' },
	decision: null,
	awaitsRollCall: true,
	areDeparturesHeld: true,
	isAddressed: true,
	hasVoted: false,
	standing: stand({ status: 'confirmed' }),
	isWanted: true,
	reminderMinutes: [1_440, 180, 60],
	quietHours: null,
	earlierChangeAt: null,
};
const quiet = (from: string, to: string): QuietHours => ({ from, to, timezone: 'UTC' });
const withEvent = (changes: Partial<Facts['event']>) => ({ event: { ...facts.event, ...changes } });
/** A poll, whose answers are due at `date`, and a user who has no signup. */
const poll = (changes: Partial<Facts> = {}): Partial<Facts> => ({
	...withEvent({ status: 'poll' }),
	standing: stand({ status: null }),
	...changes,
});
const decide = (message: Partial<Message>, changes: Partial<Facts>, now: Date) => {
	const decision = decideDelivery(
		{ kind: 'reminder', eventDate: date, minutes: 180, ...message },
		{ ...facts, ...changes },
		now,
	);
	return decision.action === 'wait' ? decision.until : decision.action;
};

test.each<[string, Partial<Message>, Partial<Facts>, Date, Date | 'send' | 'drop']>([
	['at its time', {}, {}, at(180), 'send'],
	['late', {}, {}, at(61), 'send'],
	['when the next one is due', {}, {}, at(60), 'drop'],
	['the last one, shortly before the start', { minutes: 60 }, {}, at(1), 'send'],
	['at the start', { minutes: 60 }, {}, at(0), 'drop'],
	['to a late user', {}, { standing: stand({ status: 'late' }) }, at(180), 'send'],
	['to a tentative user', {}, { standing: stand({ status: 'tentative' }) }, at(180), 'drop'],
	['to a user who declined', {}, { standing: stand({ status: 'declined' }) }, at(180), 'drop'],
	['to a user who waits, before the last one', {}, { standing: waiting }, at(180), 'drop'],
	['to a user who waits, the last one', { minutes: 60 }, { standing: waiting }, at(60), 'send'],
	['to a user without a signup', {}, { standing: stand({ status: null }) }, at(180), 'drop'],
	['to a user who wants none', {}, { isWanted: false }, at(180), 'drop'],
	['of a cancelled event', {}, withEvent({ status: 'cancelled' }), at(180), 'drop'],
	['at a time that is no longer chosen', {}, { reminderMinutes: [1_440, 60] }, at(180), 'drop'],
	['of an event that moved', { eventDate: at(16) }, {}, at(180), 'drop'],
	['of an event that moved a little', { eventDate: at(15) }, {}, at(180), 'send'],
	['of an event that moved back a little', {}, withEvent({ date: at(-15) }), at(180), at(165)],
	['until the end of quiet hours', {}, { quietHours: quiet('17:00', '18:00') }, at(180), at(150)],
	['late, until the end of quiet hours', {}, { quietHours: quiet('18:00', '19:00') }, at(145), at(90)],
	['in quiet hours that end too late', {}, { quietHours: quiet('18:00', '20:16') }, at(145), 'drop'],
	[
		'late, in quiet hours that end too late',
		{},
		{ reminderMinutes: [180], quietHours: quiet('18:00', '20:16') },
		at(145),
		'drop',
	],
	['that was to come before quiet hours', {}, { quietHours: quiet('17:00', '07:00') }, at(180), 'drop'],
])('a reminder %s', (_, message, changes, now, expected) => {
	expect(decide(message, changes, now)).toEqual(expected);
});

test.each<[string, Partial<Message>, Partial<Facts>, Date, Date | 'send' | 'drop']>([
	['news, after three within the hour', { kind: 'moved' }, { earlierChangeAt: at(110) }, at(60), at(50)],
	['news, an hour after those', { kind: 'moved' }, { earlierChangeAt: at(120) }, at(60), 'send'],
	[
		'a question',
		{ kind: 'nudge' },
		{ standing: stand({ status: null }), earlierChangeAt: at(61) },
		at(60),
		'send',
	],
	['a cancellation', { kind: 'cancelled' }, withEvent({ status: 'cancelled' }), at(60), 'send'],
	[
		'a cancellation, after the start',
		{ kind: 'cancelled' },
		withEvent({ status: 'cancelled' }),
		at(-360),
		'send',
	],
	[
		'a cancellation, more than six hours after the start',
		{ kind: 'cancelled' },
		withEvent({ status: 'cancelled' }),
		at(-361),
		'drop',
	],
	[
		'a roll call',
		{ kind: 'roll_call' },
		{ ...withEvent({ status: 'completed' }), standing: stand({ status: null }) },
		at(-200),
		'send',
	],
	[
		'a roll call that was taken',
		{ kind: 'roll_call' },
		{ ...withEvent({ status: 'completed' }), awaitsRollCall: false },
		at(-200),
		'drop',
	],
	['departures that wait', { kind: 'departures' }, { standing: stand({ status: null }) }, at(200), 'send'],
	['departures that were confirmed', { kind: 'departures' }, { areDeparturesHeld: false }, at(200), 'drop'],
	['a roll call of an event that goes on', { kind: 'roll_call' }, {}, at(-200), 'drop'],
	[
		'a roll call, three days later',
		{ kind: 'roll_call' },
		withEvent({ status: 'completed' }),
		at(-4_321),
		'drop',
	],
	['a lost place', { kind: 'moved_to_waitlist' }, { standing: waiting }, at(60), 'send'],
	[
		'a lost place of a user who has one again',
		{ kind: 'moved_to_waitlist' },
		{ standing: stand({ status: 'confirmed', place: 'placed' }) },
		at(60),
		'drop',
	],
	['the question of a poll', { kind: 'poll' }, poll(), at(60), 'send'],
	[
		'the question of a poll that the user has answered',
		{ kind: 'poll' },
		poll({ hasVoted: true }),
		at(60),
		'drop',
	],
	['the question of a poll, at its end', { kind: 'poll' }, poll(), at(0), 'drop'],
	[
		'the question of a poll that has a date',
		{ kind: 'poll' },
		poll(withEvent({ status: 'decided' })),
		at(60),
		'drop',
	],
	[
		'the question of a poll that is an event',
		{ kind: 'poll' },
		poll(withEvent({ status: 'active' })),
		at(60),
		'drop',
	],
	[
		'the question of a poll, in quiet hours',
		{ kind: 'poll' },
		poll({ quietHours: quiet('17:00', '18:00') }),
		at(180),
		at(150),
	],
	['the question of a poll with more time', { kind: 'poll', eventDate: at(600) }, poll(), at(60), 'send'],
	['the question of a poll with less time', { kind: 'poll', eventDate: at(-600) }, poll(), at(60), 'send'],
	['the question of a poll to who wants none', { kind: 'poll' }, poll({ isWanted: false }), at(60), 'drop'],
	['the end of a poll', { kind: 'poll_closed' }, poll({ hasVoted: true }), at(0), 'send'],
	['the end of a poll, three days later', { kind: 'poll_closed' }, poll(), at(-4_320), 'send'],
	['the end of a poll, more than three days later', { kind: 'poll_closed' }, poll(), at(-4_321), 'drop'],
	['the end of a poll with more time', { kind: 'poll_closed', eventDate: at(60) }, poll(), at(30), 'drop'],
	[
		'the end of a poll that had more time and has ended again',
		{ kind: 'poll_closed', eventDate: at(60) },
		poll(),
		at(0),
		'drop',
	],
	[
		'the end of a poll that has a date',
		{ kind: 'poll_closed' },
		poll(withEvent({ status: 'decided' })),
		at(0),
		'drop',
	],
	['a date', { kind: 'date_chosen' }, {}, at(600), 'send'],
	[
		'a date to a user who may come',
		{ kind: 'date_chosen' },
		{ standing: stand({ status: 'tentative' }) },
		at(600),
		'send',
	],
	[
		'a date to a user who has declined since',
		{ kind: 'date_chosen' },
		{ standing: stand({ status: 'declined' }) },
		at(600),
		'drop',
	],
	[
		'a date of an event that was cancelled',
		{ kind: 'date_chosen' },
		withEvent({ status: 'cancelled' }),
		at(600),
		'drop',
	],
	['a date, at the start', { kind: 'date_chosen' }, {}, at(0), 'drop'],
	['a place of an event that has no limit any more', { kind: 'placed' }, {}, at(60), 'send'],
	['a place of a user who waits again', { kind: 'placed' }, { standing: waiting }, at(60), 'drop'],
	[
		'a place of a user who is a storyteller now',
		{ kind: 'placed' },
		{ standing: stand({ status: 'confirmed', runs: true }) },
		at(60),
		'drop',
	],
	['a cancellation of an event that is on', { kind: 'cancelled' }, {}, at(60), 'drop'],
	[
		'a cancellation of a moved event',
		{ kind: 'cancelled', eventDate: at(600) },
		withEvent({ status: 'cancelled' }),
		at(60),
		'send',
	],
	['a reinstatement', { kind: 'reinstated' }, { standing: stand({ status: 'tentative' }) }, at(60), 'send'],
	['a reinstatement, after the start', { kind: 'reinstated' }, {}, at(0), 'drop'],
	[
		'a reinstatement of a cancelled event',
		{ kind: 'reinstated' },
		withEvent({ status: 'cancelled' }),
		at(60),
		'drop',
	],
	['a move', { kind: 'moved' }, {}, at(60), 'send'],
	['a move to another start', { kind: 'moved', eventDate: at(16) }, {}, at(60), 'drop'],
	[
		'a move for a user who declined',
		{ kind: 'moved' },
		{ standing: stand({ status: 'declined' }) },
		at(60),
		'drop',
	],
	['a move in quiet hours', { kind: 'moved' }, { quietHours: quiet('17:00', '20:00') }, at(60), at(30)],
	['a question', { kind: 'nudge' }, { standing: stand({ status: null }) }, at(60), 'send'],
	[
		'a question to a storyteller',
		{ kind: 'nudge' },
		{ standing: stand({ status: null, runs: true }) },
		at(60),
		'drop',
	],
	[
		'a question to a user who signed up',
		{ kind: 'nudge' },
		{ standing: stand({ status: 'declined' }) },
		at(60),
		'drop',
	],
	[
		'a question to a user who wants none',
		{ kind: 'nudge' },
		{ standing: stand({ status: null }), isWanted: false },
		at(60),
		'drop',
	],
])('%s', (_, message, changes, now, expected) => {
	expect(decide({ minutes: null, ...message }, changes, now)).toEqual(expected);
});

test.each<[string, Partial<Facts>, Date, Date | 'send' | 'drop']>([
	['before the start', {}, at(60), 'send'],
	['after the start', {}, at(-479), 'send'],
	['after other news', { earlierChangeAt: at(61) }, at(60), 'send'],
	['to a user who waits', { standing: waiting }, at(60), 'send'],
	[
		'to a user who declined and was seated by a creator',
		{ standing: stand({ status: 'declined' }) },
		at(60),
		'send',
	],
	[
		'to a user who is no longer addressed, or whose author was erased',
		{ isAddressed: false },
		at(60),
		'drop',
	],
	['to a user who has removed the signup', { standing: stand({ status: null }) }, at(60), 'drop'],
	['to a user who wants none or has left', { isWanted: false }, at(60), 'drop'],
	['about a cancelled event', withEvent({ status: 'cancelled' }), at(60), 'drop'],
	['about an event that is over', withEvent({ status: 'completed' }), at(-240), 'drop'],
	['about an event that is as old as the longest one', {}, at(-481), 'drop'],
	['about a moved event', withEvent({ date: at(-600) }), at(60), 'send'],
	['in quiet hours', { quietHours: quiet('17:00', '20:00') }, at(60), at(30)],
	['in quiet hours that end after the start', { quietHours: quiet('17:00', '21:00') }, at(60), at(-30)],
])('a message of a user %s', (_, changes, now, expected) => {
	expect(decide({ kind: 'message', minutes: null }, changes, now)).toEqual(expected);
});
