import { expect, test } from 'vitest';
import { createEventListItem } from '~/tests/support/event-views.ts';
import type { EventListItem } from '../events/schema.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';
import { escapeMarkdown } from './escape.ts';
import { toNotesModal } from './notes-modal.ts';
import {
	formatEventsReply,
	formatGroupsReply,
	formatJoinReply,
	formatLeaveReply,
	formatNextEventReply,
	formatNotesLine,
	formatPlaceReply,
	formatSeatReply,
	formatSignupReply,
	type OwnSeat,
	toArrivalButtons,
	toReplyButtons,
} from './replies.ts';

const ADDRESS = 'https://games.example/events/7';
const createListItem = (changes: Partial<EventListItem> = {}) =>
	createEventListItem({
		title: 'Wednesday Blood on the Clocktower',
		date: '2030-01-03T01:30:00.000Z',
		location: 'Town square',
		creator_name: 'Priya',
		creator_username: 'priya',
		confirmed_count: 5,
		tentative_count: 2,
		signup_count: 7,
		...changes,
	});

const SEAT: OwnSeat = {
	groupName: 'Group 2',
	storyteller: 'Siobhán',
	isStoryteller: false,
	number: null,
	players: ['Fern', 'Rook'],
	playersUrl: null,
	session: null,
	script: null,
	voiceChannelId: null,
};
const place = (changes: Partial<OwnSeat> = {}) => ({
	title: 'Night',
	hasGroups: true,
	seat: { ...SEAT, ...changes },
});
const NO_GROUPS = { ...place(), hasGroups: false, seat: null };

test('formats the next event', () => {
	expect(formatNextEventReply(createListItem(), { address: ADDRESS, place: NO_GROUPS })).toBe(
		`**Wednesday Blood on the Clocktower**
<t:1893634200:F> (<t:1893634200:R>)
Where: Town square
Signups: 5 confirmed, 2 tentative
You haven't signed up yet: \`/botc signup\`.
<${ADDRESS}>`,
	);
});

test('formats the places of an event, and the member’s own', () => {
	const own_place = { state: 'waiting', position: 2, offer_expires_at: null } as const;
	const event = createListItem({
		...{ capacity: 5, places: 5, places_taken: 5, waitlist_count: 3 },
		...{ user_signup_status: 'confirmed', own_place },
	});
	const reply = formatNextEventReply(event, { address: ADDRESS, place: NO_GROUPS });
	expect(reply).toContain('Places: 5 of 5 places taken, 3 waiting');
	const on = formatNextEventReply({ ...event, decision: 'on' }, { address: ADDRESS, place: NO_GROUPS });
	expect(on).toContain('On: enough players\nPlaces: 5');
	expect(reply).toContain("Your signup: Waitlist · 2\nYou're number 2 on the waitlist.");
	expect(formatSignupReply(event, ADDRESS)).toContain(": Waitlist · 2.\nYou're number 2 on the waitlist.");
});

test('one line says how a place was taken or passed on', () => {
	const own_place = { state: 'placed', position: null, offer_expires_at: null } as const;
	const event = createListItem({ title: '*Night*', user_signup_status: 'confirmed', own_place });
	expect(formatPlaceReply(event, ADDRESS)).toBe(`**\\*Night\\***: You have a place.\n<${ADDRESS}>`);
	// A standby who comes to an event without a limit needs no place.
	expect(
		formatPlaceReply(
			{ ...event, own_place: null, own_standing: { kind: 'confirmed', position: null, late: false } },
			ADDRESS,
		),
	).toBe(`**\\*Night\\***: You confirmed.\n<${ADDRESS}>`);
});

test('formats an event without location and signups, the member’s own signup and seat', () => {
	const empty = { location: '', confirmed_count: 0, tentative_count: 0, signup_count: 0 };
	expect(
		formatNextEventReply(createListItem({ ...empty, user_signup_status: 'late' }), {
			address: ADDRESS,
			place: place(),
		}),
	).toBe(
		`**Wednesday Blood on the Clocktower**
<t:1893634200:F> (<t:1893634200:R>)
No signups yet.
Your signup: Late
You are in **Group 2** with Fern, Rook · Storyteller: Siobhán
<${ADDRESS}>`,
	);
});

test('formats the replies to signup, leave and join', () => {
	const event = createListItem({ title: '*Night*', user_signup_status: 'tentative' });
	expect(formatSignupReply(event, ADDRESS)).toContain('**\\*Night\\***: Tentative.');
	expect(formatLeaveReply(event, ADDRESS)).toContain('signed up for **\\*Night\\***.');
	expect(formatJoinReply({ community: 'Candlewick', joinUrl: 'https://join.example' })).toContain(
		'<https://join.example>',
	);
	expect(formatJoinReply({ community: 'Candlewick' })).toContain('ask an organizer');
});

test.each([
	['Sects & Violets (beginners)', 'Sects & Violets (beginners)'],
	[
		'**bold** _it_ ~~no~~ `code` ||spoiler||',
		'\\*\\*bold\\*\\* \\_it\\_ \\~\\~no\\~\\~ \\`code\\` \\|\\|spoiler\\|\\|',
	],
	['[here](https://evil.example)', '\\[here\\](https:\\//evil.example)'],
	['<@123> <t:1:F>', '\\<@123> \\<t:1:F>'],
	['@everyone @Here', '@\u200beveryone @\u200bHere'],
	['# Title', '\\# Title'],
	['> quote\n- item\n1. first', '\\> quote\n\\- item\n1\\. first'],
	['a\\*b', 'a\\\\\\*b'],
	['🎲 Game', '🎲 Game'],
])('%j is written as %j', (text, escaped) => {
	expect(escapeMarkdown(text)).toBe(escaped);
});

test('lists events with their times and the member’s own signups', () => {
	const events = [
		createListItem({ id: '7', title: '*Night*', user_signup_status: 'late' }),
		createListItem({ id: '8', title: 'Beginners' }),
	];
	expect(formatEventsReply(events, (id) => `https://games.example/events/${id}`)).toBe(
		`**\\*Night\\***
<t:1893634200:F> (<t:1893634200:R>)
Your signup: Late
<https://games.example/events/7>

**Beginners**
<t:1893634200:F> (<t:1893634200:R>)
You haven't signed up yet.
<https://games.example/events/8>`,
	);
});

test('formats the member’s own seat of the next event', () => {
	const date = new Date('2030-01-03T01:30:00.000Z');
	expect(formatGroupsReply({ ...place(), date }, ADDRESS)).toBe(
		`**Night**
<t:1893634200:F> (<t:1893634200:R>)
You are in **Group 2** with Fern, Rook · Storyteller: Siobhán
<${ADDRESS}>`,
	);
	expect(formatGroupsReply({ ...NO_GROUPS, date }, ADDRESS)).toBe(
		`No groups are saved for **Night** yet.\n<${ADDRESS}>`,
	);
});

test('the longest replies fit into a Discord message', () => {
	const name = '*'.repeat(200);
	const counts = { confirmed_count: 9_999, late_count: 9_999, tentative_count: 9_999, declined_count: 9_999 };
	const event = createListItem({ title: name, location: name, user_signup_status: 'tentative', ...counts });
	const longPlace = {
		...place({ groupName: name, storyteller: name, players: Array(500).fill(name) }),
		title: name,
		date: new Date(event.date),
	};
	const address = `https://${'long.'.repeat(12)}example/events/123456789`;
	for (const reply of [
		formatNextEventReply(event, { address: ADDRESS, place: longPlace }),
		formatEventsReply(Array(5).fill(event), () => address),
		formatGroupsReply(longPlace, address),
	])
		expect(reply.length).toBeLessThanOrEqual(2_000);
});

test.each([
	[place(), 'You are in **Group 2** with Fern, Rook · Storyteller: Siobhán'],
	[place({ storyteller: null }), 'You are in **Group 2** with Fern, Rook'],
	[place({ players: [] }), 'You are in **Group 2** · Storyteller: Siobhán'],
	[
		place({ players: [], script: 'Dawn *2*' }),
		'You are in **Group 2** · Storyteller: Siobhán · Script: Dawn \\*2\\*',
	],
	[place({ number: 3 }), 'You are in **Group 2**, seat 3, with Fern, Rook · Storyteller: Siobhán'],
	[place({ number: 1, players: [] }), 'You are in **Group 2**, seat 1 · Storyteller: Siobhán'],
	[
		place({ isStoryteller: true }),
		`You are running **Group 2** with Fern, Rook\nScript file and game state: <${ADDRESS}/tables>`,
	],
	[
		place({ isStoryteller: true, session: 'owls', players: [] }),
		`You are running **Group 2**\nSession name: \`owls\`\nScript file and game state: <${ADDRESS}/tables>`,
	],
	[
		place({ groupName: '[x](https://e.example)', storyteller: '@everyone', players: ['<@1>', '*F*'] }),
		'You are in **\\[x\\](https:\\//e.example)** with \\<@1>, \\*F\\* · Storyteller: @\u200beveryone',
	],
	[{ ...place(), seat: null }, 'You have no seat in the groups for **Night**.'],
	[{ title: '*Night*', hasGroups: false, seat: null }, 'No groups are saved for **\\*Night\\*** yet.'],
])('%j is the seat %j', (given, text) => {
	expect(formatSeatReply(given, ADDRESS)).toBe(text);
});

test('the longest seat is shortened', () => {
	const names = Array.from({ length: 500 }, () => '*'.repeat(100));
	const text = formatSeatReply(
		place({
			groupName: '*'.repeat(100),
			storyteller: '|'.repeat(100),
			players: names,
			script: '*'.repeat(50),
			playersUrl: `https://${'a'.repeat(TEXT_LIMITS.tableUrl)}/#${'b'.repeat(16)}`,
		}),
		ADDRESS,
	);
	expect(text.length).toBeLessThanOrEqual(1_400);
	expect(text).toMatch(/and \d+ more · Storyteller: /);
});

test('the link of the table is for players theirs, and for the storyteller that of the players', () => {
	const playersUrl = 'https://clocktower.example/#owls';
	expect(formatSeatReply(place({ playersUrl }), ADDRESS)).toMatch(
		/\nYour table: <https:\/\/clocktower\.example\/#owls>$/,
	);
	expect(formatSeatReply(place({ playersUrl, isStoryteller: true }), ADDRESS)).toContain(
		`\nLink for your players: <${playersUrl}>`,
	);
});

const LONGEST_ID = '9'.repeat(18);
const listLabels = (previous: SignupStatus | null, recorded: SignupStatus) =>
	toReplyButtons('7', { previous, recorded }).flatMap(({ components }) =>
		components.map(({ label, custom_id }) => [label, custom_id]),
	);

test.each([
	[null, 'confirmed', 'undo:7:none:confirmed'],
	['confirmed', 'late', 'undo:7:confirmed:late'],
	['declined', 'tentative', 'undo:7:declined:tentative'],
] as const)('from %s to %s, the reply has Add notes and Undo', (previous, recorded, undoId) => {
	expect(listLabels(previous, recorded)).toEqual([
		['Add notes', 'notes:7'],
		['Undo', undoId],
	]);
});

test('a press that changed nothing has no Undo', () => {
	for (const status of SIGNUP_STATUSES)
		expect(listLabels(status, status)).toEqual([['Add notes', 'notes:7']]);
});

test('a late member is asked how late, within the event, with a link for another time', () => {
	const list = (duration: number) =>
		toArrivalButtons({ id: '7', duration }, 'https://games.example/events/7').components.map((button) => [
			button.label,
			'url' in button ? button.url : button.custom_id,
		]);
	const other = ['Other time', 'https://games.example/events/7/signup'];
	expect(list(180)).toEqual([
		['15 minutes', 'arrival:7:15'],
		['30 minutes', 'arrival:7:30'],
		['60 minutes', 'arrival:7:60'],
		other,
	]);
	expect(list(30)).toEqual([['15 minutes', 'arrival:7:15'], other]);
});

test('the modal shows the present notes and takes no more characters than a signup', () => {
	expect(toNotesModal({ kind: 'notes', eventId: '7' }, 'Your notes', 'I bring cake')).toMatchObject({
		custom_id: 'notes:7',
		components: [{ component: { value: 'I bring cake', max_length: 500, required: false } }],
	});
	expect(
		toNotesModal({ kind: 'notes', eventId: '7' }, 'Your notes', null).components[0]?.component,
	).not.toHaveProperty('value');
	expect(formatNotesLine(null)).not.toBe(formatNotesLine('x'));
});

test('buttons and modal keep Discord’s limits', () => {
	const [row] = toReplyButtons(LONGEST_ID, { previous: 'tentative', recorded: 'confirmed' });
	for (const { label, custom_id } of row?.components ?? []) {
		expect(label.length).toBeLessThanOrEqual(80);
		expect(custom_id?.length).toBeLessThanOrEqual(100);
	}
	const { title, components } = toNotesModal(
		{ kind: 'notes', eventId: LONGEST_ID },
		'Your notes',
		'x'.repeat(TEXT_LIMITS.signupNotes + 1),
	);
	for (const { label, description, component } of components) {
		expect(Math.max(title.length, label.length)).toBeLessThanOrEqual(45);
		expect(description?.length).toBeLessThanOrEqual(100);
		expect(component.value?.length).toBe(component.max_length);
	}
});
