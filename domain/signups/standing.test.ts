import { describe, expect, test } from 'vitest';
import { describeFull } from '../places/texts.ts';
import {
	describePlace,
	describeSavedSignup,
	describeStanding,
	getSection,
	getStanding,
	isComing,
	labelStanding,
	STANDING_KINDS,
	type StandingFacts,
	withSignupStatus,
} from './standing.ts';
import { mapStatusFields, SIGNUP_STATUSES, type SignupStatus } from './statuses.ts';

const stand = (facts: Partial<StandingFacts>) =>
	getStanding({ status: 'confirmed', runs: false, eventStatus: 'active', ...facts });

/** Each standing: facts, kind, label, sentences, whether the user comes, and the headings without and with places. */
const CASES: [
	string,
	Partial<StandingFacts>,
	string,
	string,
	string,
	boolean,
	string | null,
	string | null,
][] = [
	['no signup', { status: null }, 'none', 'Not signed up', "You haven't signed up.", false, null, null],
	['confirmed', {}, 'confirmed', 'Confirmed', 'You confirmed.', true, 'confirmed', null],
	['late', { status: 'late' }, 'late', 'Late', "You'll be late.", true, 'late', null],
	[
		'tentative',
		{ status: 'tentative' },
		'tentative',
		'Tentative',
		'You signed up as Tentative.',
		false,
		'tentative',
		'tentative',
	],
	[
		'declined',
		{ status: 'declined' },
		'declined',
		'Declined',
		'You declined.',
		false,
		'declined',
		'declined',
	],
	[
		'placed',
		{ place: 'placed' },
		'placed',
		'Confirmed',
		'You confirmed. You have a place.',
		true,
		'confirmed',
		'confirmed',
	],
	[
		'placed, late',
		{ status: 'late', place: 'placed' },
		'placed',
		'Late',
		"You'll be late. You have a place.",
		true,
		'late',
		'late',
	],
	[
		'waiting',
		{ place: 'waiting', position: 3 },
		'waiting',
		'Waitlist · 3',
		"You're number 3 on the waitlist.",
		false,
		'waitlist',
		'waitlist',
	],
	[
		'waiting, late',
		{ status: 'late', place: 'waiting', position: 3 },
		'waiting',
		'Waitlist · 3 · Late',
		"You'll be late. You're number 3 on the waitlist.",
		false,
		'waitlist',
		'waitlist',
	],
	[
		'offered',
		{ place: 'offered', position: 1 },
		'offered',
		'Place offered',
		'A place is free for you.',
		false,
		'waitlist',
		'waitlist',
	],
	[
		'offered, late',
		{ status: 'late', place: 'offered' },
		'offered',
		'Place offered · Late',
		"You'll be late. A place is free for you.",
		false,
		'waitlist',
		'waitlist',
	],
	[
		'offered, after the event',
		{ place: 'offered', position: 1, eventStatus: 'completed' },
		'waiting',
		'Waitlist · 1',
		"You're number 1 on the waitlist.",
		false,
		'waitlist',
		'waitlist',
	],
	[
		'standby',
		{ status: 'tentative', standby: true },
		'standby',
		'Tentative · Standby',
		"You signed up as Tentative. You'll be asked if more players are needed.",
		false,
		'tentative',
		'tentative',
	],
	[
		'standby who is asked',
		{ status: 'tentative', standby: true, place: 'offered' },
		'offered',
		'Asked to come',
		'You signed up as Tentative. More players are needed. Can you come?',
		false,
		'tentative',
		'tentative',
	],
	[
		'standby who was asked, after the event',
		{ status: 'tentative', standby: true, place: 'offered', eventStatus: 'cancelled' },
		'standby',
		'Tentative · Standby',
		"You signed up as Tentative. You'll be asked if more players are needed.",
		false,
		'tentative',
		'tentative',
	],
	[
		'confirmed, with an old standby',
		{ standby: true },
		'confirmed',
		'Confirmed',
		'You confirmed.',
		true,
		'confirmed',
		null,
	],
	['runs it', { status: null, runs: true }, 'runs', 'Storyteller', "You're a storyteller.", true, null, null],
	[
		'runs it, confirmed',
		{ runs: true },
		'runs',
		'Storyteller · Confirmed',
		"You're a storyteller. You confirmed.",
		true,
		'confirmed',
		null,
	],
	[
		'runs it, declined',
		{ status: 'declined', runs: true },
		'runs',
		'Storyteller · Declined',
		"You're a storyteller. You declined.",
		false,
		'declined',
		'declined',
	],
	[
		'runs it, with an old place',
		{ runs: true, place: 'waiting', position: 2 },
		'runs',
		'Storyteller · Confirmed',
		"You're a storyteller. You confirmed.",
		true,
		'confirmed',
		null,
	],
	[
		'left the server',
		{ hasLeft: true, place: 'placed' },
		'none',
		'No longer a member',
		"You haven't signed up.",
		false,
		'confirmed',
		null,
	],
	[
		'left the server, runs it',
		{ hasLeft: true, runs: true },
		'none',
		'No longer a member',
		"You haven't signed up.",
		false,
		'confirmed',
		null,
	],
];

describe.each(CASES)('%s', (_, facts, kind, label, sentence, comes, section, sectionWithPlaces) => {
	const standing = stand(facts);
	test('kind and words', () => {
		expect(standing.kind).toBe(kind);
		expect(labelStanding(standing)).toBe(label);
		expect(describeStanding(standing)).toBe(sentence);
	});
	test('whether the user comes, and where lists have them', () => {
		expect(isComing(standing)).toBe(comes);
		expect(getSection(standing, false)).toBe(section);
		expect(getSection(standing, true)).toBe(sectionWithPlaces);
	});
	test('a position only for a user who waits', () => {
		expect(standing.position !== null).toBe(kind === 'waiting');
	});
});

test('the cases have every kind', () => {
	const kinds = new Set(CASES.map(([, , kind]) => kind));
	// A status that is added behaves as one of these, by its answers in STATUS_FACTS.
	expect(
		STANDING_KINDS.filter((kind) => !kinds.has(kind) && !SIGNUP_STATUSES.some((status) => status === kind)),
	).toEqual([]);
});

test.each([
	[{}, "You're signed up as Confirmed."],
	[{ status: 'declined' }, 'You declined.'],
	[{ place: 'placed' }, "You're signed up as Confirmed."],
	[{ place: 'waiting', position: 2 }, "You're signed up. You're number 2 on the waitlist."],
	[{ runs: true, status: 'late' }, "You're signed up as Late."],
] as const)('after saving %j', (facts, text) => {
	expect(describeSavedSignup(stand(facts))).toBe(text);
});

test('a waitlist without a number', () => {
	const standing = stand({ place: 'waiting' });
	expect([labelStanding(standing), describePlace(standing)]).toEqual(['Waitlist', "You're on the waitlist."]);
});

describe('what a user reads before they sign up for a full event', () => {
	const full = { status: 'active', places: 2, places_taken: 2, waitlist_count: 3 } as const;
	const NUMBER_4 = 'The event is full. Confirmed or Late puts you on the waitlist, as number 4.';
	test.each<[string, Partial<StandingFacts>, Partial<typeof full> | object, string | null]>([
		['no signup', { status: null }, {}, NUMBER_4],
		['tentative', { status: 'tentative' }, {}, NUMBER_4],
		['declined', { status: 'declined' }, {}, NUMBER_4],
		['a standby', { status: 'tentative', standby: true }, {}, NUMBER_4],
		['no one waits yet', { status: null }, { waitlist_count: 0 }, NUMBER_4.replace('4', '1')],
		['a free place', { status: null }, { places_taken: 1, waitlist_count: 0 }, null],
		['a free place that is offered to others', { status: null }, { places_taken: 1 }, NUMBER_4],
		['no limit', { status: null }, { places: null, places_taken: 0, waitlist_count: 0 }, null],
		['a place', { place: 'placed' }, {}, null],
		['an offer', { place: 'offered', position: 1 }, {}, null],
		['in the line', { place: 'waiting', position: 2 }, {}, null],
		['runs it', { status: null, runs: true }, {}, null],
		['cancelled', { status: null }, { status: 'cancelled' }, null],
		['over', { status: 'declined' }, { status: 'completed' }, null],
	])('%s', (_, facts, event, text) => {
		expect(describeFull(stand(facts), { ...full, ...event })).toBe(text);
	});
});

describe('with signup status', () => {
	const some = { confirmed_count: 3, late_count: 1, declined_count: 2, signup_count: 6 };
	const counts = { ...mapStatusFields('count', () => 0), ...some };
	function stand(status: SignupStatus | null, place: 'placed' | 'waiting' | null = null, runs = false) {
		const { kind, position, late } = getStanding({ status, place, position: 1, runs, eventStatus: 'active' });
		return { user_signup_status: status, own_standing: { kind, position, late } };
	}
	const late = { id: '7', ...counts, ...stand('late') };
	const none = { id: '7', ...counts, ...stand(null) };

	test('a changed status moves the signup from one count to the other', () => {
		expect(withSignupStatus(late, 'confirmed')).toEqual({
			...late,
			...stand('confirmed'),
			confirmed_count: 4,
			late_count: 0,
		});
		expect(withSignupStatus(late, 'late')).toBe(late);
		expect(late.late_count).toBe(1);
	});

	test('a new signup adds one, a deleted one subtracts one', () => {
		expect(withSignupStatus(none, 'tentative')).toMatchObject({ tentative_count: 1, signup_count: 7 });
		expect(withSignupStatus(late, null)).toMatchObject({
			...stand(null),
			late_count: 0,
			signup_count: 5,
		});
	});

	const full = { places: 4, places_taken: 4, waitlist_count: 2 };
	const free = { places: 4, places_taken: 3, waitlist_count: 0 };

	test.each([
		[
			'without a signup, with a free place',
			{ ...none, ...free },
			'confirmed',
			{ own_standing: { kind: 'placed' }, confirmed_count: 4, places_taken: 4 },
		],
		[
			'without a signup, when the event is full',
			{ ...none, ...full },
			'late',
			{ own_standing: { kind: 'waiting', position: 3, late: true }, late_count: 1, waitlist_count: 3 },
		],
		[
			'with a place',
			{ ...late, ...full, ...stand('late', 'placed') },
			'confirmed',
			{ own_standing: { kind: 'placed', late: false }, confirmed_count: 4, late_count: 0, places_taken: 4 },
		],
		[
			'with a place that is given up',
			{ ...late, ...full, ...stand('late', 'placed') },
			'declined',
			{ own_standing: { kind: 'declined' }, late_count: 0, places_taken: 3 },
		],
		[
			'on the waitlist',
			{ ...none, ...full, ...stand('confirmed', 'waiting') },
			'late',
			{ own_standing: { kind: 'waiting', position: 1, late: true }, waitlist_count: 2, late_count: 1 },
		],
		[
			'who runs the event',
			{ ...none, ...free, ...stand(null, null, true) },
			'confirmed',
			{ own_standing: { kind: 'runs' }, confirmed_count: 3, places_taken: 3, signup_count: 7 },
		],
	] as const)('where places are limited, a user %s', (_, event, status, expected) => {
		expect(withSignupStatus(event, status)).toMatchObject(expected);
	});
});
