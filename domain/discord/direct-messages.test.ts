import { describe, expect, test } from 'vitest';
import { TEXT_LIMITS } from '../limits.ts';
import { getStanding, type StandingFacts } from '../signups/standing.ts';
import { MESSAGE_LIMITS } from './announcement.ts';
import { type DirectMessageFacts, toDirectMessage } from './direct-messages.ts';
import { DIRECT_MESSAGE_KINDS } from './message-kinds.ts';

const stand = (changes: Partial<StandingFacts>) =>
	getStanding({ status: null, runs: false, eventStatus: 'active', ...changes });

const address = 'https://town.example/events/17';
const date = new Date('2030-03-01T20:30:00Z');
const event = {
	id: '17',
	title: 'Friday Clocktower',
	date,
	location: 'The Hearth',
	cancelReason: null,
	storytellers: ['Ada', 'Grace'],
};
const show = (changes: Partial<DirectMessageFacts> = {}) =>
	toDirectMessage(
		{
			kind: 'reminder',
			event,
			standing: stand({ status: 'confirmed' }),
			previousDate: null,
			offerExpiresAt: null,
			placeReason: null,
			otherEvent: null,
			message: null,
			...changes,
		},
		address,
	);
const listFields = (facts: Partial<DirectMessageFacts>) =>
	Object.fromEntries(show(facts).embeds[0].fields.map(({ name, value }) => [name, value]));
const listButtons = (facts: Partial<DirectMessageFacts>) =>
	show(facts).components[0].components.map(({ label, custom_id, url }) => [label, custom_id ?? url]);
const open = ['Open in Townbell', address];
const late = ["I'll be late", 'signup:17:late'];
const cannotCome = ["I can't come", 'signup:17:declined'];
const allButtons = [
	['Confirm', 'signup:17:confirmed'],
	['Late', 'signup:17:late'],
	['Maybe', 'signup:17:tentative'],
	['Decline', 'signup:17:declined'],
];
const previousDate = new Date('2030-03-01T18:00:00Z');

test.each([
	['poll', 'Answer by'],
	['poll_closed', 'Answers were due'],
	['date_chosen', 'When'],
] as const)('the date of %s is called “%s”', (kind, name) => {
	const status = kind === 'date_chosen' ? 'tentative' : null;
	const fields = listFields({ kind, standing: stand({ status }) });
	expect(fields[name]).toBe('<t:1898627400:F>\n<t:1898627400:R>');
	expect(fields['Your signup']).toBe(status ? 'Tentative' : undefined);
});

test.each<[string, Partial<DirectMessageFacts>, string, unknown[]]>([
	[
		'a lost place',
		{
			kind: 'moved_to_waitlist',
			standing: stand({ status: 'confirmed', place: 'waiting', position: 3 }),
			placeReason: 'The event has fewer places now.',
		},
		"**Friday Clocktower** has no place for you at the moment. You're number 3 on the waitlist.",
		[cannotCome, open],
	],
	[
		'a place',
		{ kind: 'placed', standing: stand({ status: 'confirmed', place: 'placed' }) },
		'**Friday Clocktower** has a place for you now.',
		[['Give it up', 'place:17:pass'], open],
	],
	[
		'a place at the same time as another event',
		{ kind: 'placed', standing: stand({ status: 'confirmed', place: 'placed' }), otherEvent: '*Owls*' },
		'**Friday Clocktower** has a place for you now. You also come to **\\*Owls\\*** at the same time.',
		[['Give it up', 'place:17:pass'], open],
	],
	[
		'a place without a limit',
		{ kind: 'placed' },
		'**Friday Clocktower** has a place for you now.',
		[cannotCome, open],
	],
	['a reminder', {}, '**Friday Clocktower** starts <t:1898627400:R>.', [late, cannotCome, open]],
	[
		'a reminder of a late user',
		{ standing: stand({ status: 'late' }) },
		'**Friday Clocktower** starts <t:1898627400:R>.',
		[cannotCome, open],
	],
	['a cancellation', { kind: 'cancelled' }, '**Friday Clocktower** was cancelled.', [open]],
	[
		'a cancellation of an event that was moved before',
		{ kind: 'cancelled', previousDate },
		'**Friday Clocktower** was cancelled.',
		[open],
	],
	[
		'a reinstatement',
		{ kind: 'reinstated', standing: stand({ status: 'tentative' }) },
		'**Friday Clocktower** is back on.',
		[late, cannotCome, open],
	],
	[
		'a reinstatement at a new time',
		{ kind: 'reinstated', previousDate },
		'**Friday Clocktower** is back on at a new time. Are you still coming?',
		[...allButtons, open],
	],
	[
		'a move',
		{ kind: 'moved', previousDate },
		'**Friday Clocktower** has a new time. Are you still coming?',
		[...allButtons, open],
	],
	[
		'the question of a poll',
		{ kind: 'poll', standing: stand({ status: null }) },
		'**Friday Clocktower** needs a date. When can you come? Please answer by <t:1898627400:F>.',
		[['When can you come?', 'poll:17'], open],
	],
	[
		'the end of a poll',
		{ kind: 'poll_closed', standing: stand({ status: null }) },
		'**Friday Clocktower** is ready for you to choose its date: the time to answer is over.',
		[open],
	],
	[
		'a date',
		{ kind: 'date_chosen', standing: stand({ status: 'tentative' }) },
		'**Friday Clocktower** has a date, and your answer signed you up.',
		[...allButtons, open],
	],
	[
		'a date of an event that has become full',
		{
			kind: 'date_chosen',
			standing: stand({ status: 'confirmed', place: 'waiting', position: 3 }),
		},
		"**Friday Clocktower** has a date, and your answer signed you up. You're number 3 on the waitlist.",
		[['Keep waiting', 'signup:17:confirmed'], cannotCome, open],
	],
	[
		'the question for the roll call',
		{ kind: 'roll_call', standing: stand({ status: null }) },
		'**Friday Clocktower** is over. Was everyone in your group there?',
		[['Everyone was there', 'present:17'], open],
	],
	[
		'departures that wait for an admin',
		{ kind: 'departures', standing: stand({ status: null }) },
		'**Friday Clocktower** may be affected: many members seem to have left the server, or the required role is gone. They keep their places until you confirm in Site Settings that they left.',
		[open],
	],
	[
		'a question to a user without a signup',
		{ kind: 'nudge', standing: stand({ status: null }) },
		'**Friday Clocktower** is planned. Are you coming?',
		[...allButtons, open],
	],
])('%s', (_, facts, content, buttons) => {
	const message = show(facts);
	expect(message.content).toBe(content);
	expect(message.embeds[0]).toMatchObject({ title: 'Friday Clocktower', url: address });
	expect(listButtons(facts)).toEqual(buttons);
	expect(listFields(facts)).toMatchObject({ Where: 'The Hearth', Storytellers: 'Ada, Grace' });
});

test('shows the time, the old one too, and the user’s own signup; fields that an event does not have are left out', () => {
	const when = '<t:1898627400:F>\n<t:1898627400:R>';
	expect(listFields({})).toMatchObject({ When: when, 'Your signup': 'Confirmed' });
	expect(listFields({ kind: 'moved', standing: stand({ status: 'tentative' }), previousDate })).toMatchObject(
		{
			'Old time': '<t:1898618400:F>',
			'New time': when,
			'Your signup': 'Tentative',
		},
	);
	expect(listFields({ kind: 'cancelled', previousDate })).toMatchObject({ When: when });
	const ill = { ...event, cancelReason: 'Ada is ill.' };
	expect(listFields({ kind: 'cancelled', event: ill })).toMatchObject({ Reason: 'Ada is ill.' });
	expect(listFields({ kind: 'reminder', event: ill })).not.toHaveProperty('Reason');
	const bare = { ...event, location: '', storytellers: [] };
	expect(listFields({ kind: 'nudge', event: bare, standing: stand({ status: null }) })).toEqual({
		When: when,
	});
});

describe('hostile texts come out as plain text', () => {
	test.each([
		['@everyone', '@\u200beveryone'],
		['<@123456789012345678>', '\\<@123456789012345678>'],
		['**bold** ||secret||', '\\*\\*bold\\*\\* \\|\\|secret\\|\\|'],
		['[prize](https://evil.example)', '\\[prize\\](https:\\//evil.example)'],
		['# Title', '\\# Title'],
	])('%s', (typed, shown) => {
		const hostile = { ...event, title: typed, location: typed, storytellers: [typed] };
		const { content, embeds } = show({ event: hostile });
		expect([content, embeds[0].title]).toEqual([`**${shown}** starts <t:1898627400:R>.`, shown]);
		expect(listFields({ event: hostile })).toMatchObject({ Where: shown, Storytellers: shown });
	});
});

test.each(DIRECT_MESSAGE_KINDS)('a message of kind %s is within Discord’s limits', (kind) => {
	const long = { ...event, id: '9'.repeat(18), title: '*'.repeat(200), location: '*'.repeat(200) };
	const storytellers = Array.from({ length: 50 }, () => '*'.repeat(255));
	const message = show({ kind, event: { ...long, storytellers }, previousDate });
	const [{ title, fields }] = message.embeds;
	expect(message.content.length).toBeLessThanOrEqual(2_000);
	expect(title.length).toBeLessThanOrEqual(MESSAGE_LIMITS.title);
	for (const { value } of fields) expect(value.length).toBeLessThanOrEqual(MESSAGE_LIMITS.fieldValue);
	for (const { label, custom_id = '' } of message.components[0].components) {
		expect(label.length).toBeLessThanOrEqual(MESSAGE_LIMITS.label);
		expect(custom_id.length).toBeLessThanOrEqual(MESSAGE_LIMITS.customId);
	}
});

test.each([
	[
		'reminder',
		null,
		"starts <t:R>. You're number 3 on the waitlist. A place can still become free before <t:t>.",
		[cannotCome],
	],
	[
		'moved',
		previousDate,
		"has a new time. You're number 3 on the waitlist. Would you still come?",
		[['Keep waiting', 'signup:17:late'], cannotCome],
	],
	['reinstated', null, "is back on. You're number 3 on the waitlist.", [cannotCome]],
	['cancelled', null, 'was cancelled.', []],
] as const)('a %s message to a user who waits says so', (kind, before, text, buttons) => {
	const standing = stand({ status: 'late', place: 'waiting', position: 3 });
	const message = show({ kind, standing, previousDate: before });
	expect(message.content.replaceAll(/<t:\d+:(\w)>/g, '<t:$1>')).toBe(`**Friday Clocktower** ${text}`);
	expect(message.embeds[0].fields).toContainEqual({
		name: 'Your signup',
		value: 'Waitlist · 3 · Late',
		inline: true,
	});
	expect(
		message.components[0].components.slice(0, -1).map(({ label, custom_id }) => [label, custom_id]),
	).toEqual(buttons);
});

test('a lost place says why', () => {
	const placeReason = 'The event has fewer places now.';
	expect(listFields({ kind: 'moved_to_waitlist', placeReason })).toMatchObject({ Reason: placeReason });
	expect(listFields({ kind: 'placed', placeReason })).not.toHaveProperty('Reason');
});

test.each(['offered', 'standby'] as const)('%s at the same time as another event says so', (kind) => {
	expect(show({ kind, otherEvent: 'Owls' }).content).toMatch(
		/ You also come to \*\*Owls\*\* at the same time\.$/,
	);
});

test.each(['reminder', 'moved', 'moved_to_waitlist', 'nudge'] as const)(
	'%s says nothing of other events',
	(kind) => {
		expect(show({ kind, otherEvent: 'Owls' }).content).not.toContain('Owls');
	},
);

describe('a message of a user', () => {
	const showText = (text: string, author = 'Priya') => show({ kind: 'message', message: { author, text } });

	test('shows the text, its author and the time, and leads to the event', () => {
		const { content, embeds } = showText('Please bring a chair.');
		expect(content).toBe('**Friday Clocktower** has a message for you from Priya.');
		expect(embeds[0]).toMatchObject({ description: 'Please bring a chair.', url: address });
		expect(embeds[0].fields.map(({ name }) => name)).toEqual([
			'When',
			'Where',
			'Storytellers',
			'Your signup',
		]);
		expect(listButtons({ kind: 'message', message: { author: 'Priya', text: 'x' } })).toEqual([open]);
	});

	test('formats nothing, mentions no one, and fits at its longest', () => {
		const hostile = '@everyone <@100000000000000001> **x** [a](https://evil.example)\n# Title';
		const { content, embeds } = showText(hostile, '@here *Ada*');
		expect(embeds[0].description).toBe(
			'@\u200beveryone \\<@100000000000000001> \\*\\*x\\*\\* \\[a\\](https:\\//evil.example)\n\\# Title',
		);
		expect(content).toContain('from @\u200bhere \\*Ada\\*.');
		const longest = '*'.repeat(TEXT_LIMITS.playerMessage);
		expect(showText(longest).embeds[0].description).toBe('\\*'.repeat(TEXT_LIMITS.playerMessage));
	});
});
