import { expect, test } from 'vitest';
import type { Place } from './places.ts';
import {
	describeNextStoryteller,
	describeOpenedPlaces,
	describeOverCapacity,
	describePlaceBeyond,
	describePlaces,
	describePlacesByStorytellers,
	describeTooFewRule,
	describeUnreachableMinimum,
	formatDecideTime,
} from './texts.ts';

test.each([
	[null, 0, 0, null],
	[1, 0, 0, '0 of 1 place taken'],
	[15, 15, 4, '15 of 15 places taken, 4 waiting'],
	[2, 3, 1, '3 of 2 places taken, 1 waiting'],
])('%s places, %i taken, %i waiting', (places, places_taken, waitlist_count, text) =>
	expect(describePlaces({ places, places_taken, waitlist_count })).toBe(text),
);

test.each([
	[2, 2, 'This goes over the limit of 2 places: 3 players will have one. No one loses a place.'],
	[2, 1, null],
	[null, 9, null],
])('one more place with %s places, %i taken', (places, places_taken, text) =>
	expect(describePlaceBeyond({ places, places_taken })).toBe(text),
);

test.each([
	[5, 8, "8 players needed, but only 5 places: this event can't get enough players."],
	[8, 8, null],
	[null, 8, null],
	[5, null, null],
])('%s places, %s players needed', (places, minimum, text) =>
	expect(describeUnreachableMinimum(places, minimum)).toBe(text),
);

test.each([
	[30, 2, 'One more storyteller opens 15 places.'],
	[0, 0, 'Places open when a storyteller joins.'],
])('%i places of %i storytellers', (places, count, text) =>
	expect(describeNextStoryteller({ places, storytellers: Array(count).fill(null) })).toBe(text),
);

test.each([
	[['Ann'], '1 player who signed up last: Ann'],
	[['A', 'B', 'C', 'D', 'E', 'F', 'G'], '7 players who signed up last: A, B, C, D, E, 2 more'],
	[['ليلى'], '1 player who signed up last: \u2068ليلى\u2069'],
])('a lower capacity affects %j', (names, text) =>
	expect(describeOverCapacity(names, 10)).toBe(
		`With 10 places there is no room for ${text}. Please choose below.`,
	),
);

test.each([
	['nothing', 10, 10, {}, null],
	['no limit', null, null, {}, null],
	['places', 10, 20, {}, 'There are 20 places now instead of 10.'],
	['the first place', 0, 1, {}, 'There is 1 place now instead of 0.'],
	[
		'places and a player',
		1,
		2,
		{ ann: ['waiting', 'placed'], bo: ['placed', 'placed'], cy: ['waiting', 'waiting'] },
		'There are 2 places now instead of 1. ann moved up from the waitlist and has a place.',
	],
	[
		'two players, without more places',
		2,
		2,
		{ ann: ['waiting', 'placed'], bo: ['waiting', 'placed'], tess: ['placed', null] },
		'ann and bo moved up from the waitlist and have a place.',
	],
	['an offer', 1, 1, { ann: ['waiting', 'offered'] }, 'ann is offered a place.'],
	['an offer that stays', 1, 1, { ann: ['offered', 'offered'] }, null],
] as const)('a change opened %s', (_what, before, after, places, text) => {
	const list = (index: 0 | 1) =>
		Object.entries<readonly [Place | null, Place | null]>(places).map(([name, own]) => ({
			user_id: name,
			username: name,
			place: own[index],
		}));
	expect(
		describeOpenedPlaces({ places: before, signups: list(0) }, { places: after, signups: list(1) }),
	).toBe(text);
});

test.each([
	[30, '30 minutes'],
	[60, '1 hour'],
	[1440, '24 hours'],
	[2880, '2 days'],
])('a decision %i minutes before the start', (minutes, text) =>
	expect(formatDecideTime(minutes)).toBe(`${text} before the start`),
);

test.each([
	[
		'8',
		'on Fri, Dec 4, 8:30 PM',
		false,
		'Fewer than 8 players confirmed or late on Fri, Dec 4, 8:30 PM: you are asked what to do.',
	],
	[
		'1',
		'1 hour before the start',
		true,
		'Fewer than 1 player confirmed or late 1 hour before the start: the event is cancelled, and its players are told.',
	],
	['x', 'at noon', false, 'Too few players confirmed or late at noon: you are asked what to do.'],
])('with %s players needed %s', (minimum, at, isCancelled, text) =>
	expect(describeTooFewRule({ minimum, at, isCancelled })).toBe(text),
);

test.each([
	[0, '15 places for each storyteller.'],
	[1, '15 places now, with 1 storyteller.'],
	[3, '45 places now, with 3 storytellers.'],
])('the places of %i storytellers now', (storytellers, text) =>
	expect(describePlacesByStorytellers({ storytellers, maxPlayersPerGroup: 15 })).toBe(text),
);
