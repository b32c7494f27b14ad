import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../limits.ts';
import {
	countWantedStandbys,
	type Decision,
	decide,
	getDecisionAfterReinstating,
	isWaitingAfterEdit,
	type Minimum,
} from './decision.ts';

const START = new Date('2026-11-07T20:00:00Z');
const hoursBefore = (hours: number) => new Date(START.getTime() - hours * HOUR_MS);
const EVENT: Minimum = {
	minimumPlayers: 8,
	decideMinutes: 24 * 60,
	onTooFew: 'ask',
	startsAt: START,
	isActive: true,
	decision: null,
};

type Case = [
	what: string,
	event: Partial<Minimum>,
	counts: [players: number, standbys: number],
	hours: number,
	decision: Decision | null,
	step: 'ask' | 'cancel' | null,
];
test.each<Case>([
	['any number is enough without a minimum', { minimumPlayers: null }, [0, 0], 5, null, null],
	[
		'a minimum that was removed decides nothing',
		{ minimumPlayers: null, decision: 'on' },
		[0, 0],
		5,
		null,
		null,
	],
	['nothing is decided early', {}, [8, 0], 24.1, null, null],
	['enough players are on', {}, [8, 0], 24, 'on', null],
	['too few are asked about', {}, [7, 0], 24, 'pending', 'ask'],
	['it is asked once', { decision: 'pending' }, [7, 0], 23, 'pending', null],
	['later players are enough', { decision: 'pending' }, [8, 0], 3, 'on', null],
	['nobody cancels without being asked', { decision: 'pending' }, [0, 0], 0.1, 'pending', null],
	['who leaves does not end it', { decision: 'on' }, [7, 0], 3, 'on', null],
	['too few are cancelled', { onTooFew: 'cancel' }, [7, 0], 24, 'off', 'cancel'],
	['standbys are asked first', { onTooFew: 'cancel' }, [7, 1], 24, 'pending', null],
	['standbys are too late', { onTooFew: 'cancel', decision: 'pending' }, [7, 1], 2, 'off', 'cancel'],
	['no standby is left', { onTooFew: 'cancel', decision: 'pending' }, [7, 0], 5, 'off', 'cancel'],
	['a short notice', { onTooFew: 'cancel', decideMinutes: 60 }, [7, 3], 1, 'off', 'cancel'],
	['a reinstated event is on', { decision: 'off' }, [0, 0], 5, 'on', null],
	['a cancelled event stays as it is', { decision: 'off', isActive: false }, [9, 0], 5, 'off', null],
	['an event that was moved is decided again', { decision: 'on' }, [8, 0], 48, null, null],
	['an event that has begun stays as it is', { decision: 'pending' }, [8, 0], 0, 'pending', null],
])('%s', (_, changes, [players, standbys], hours, decision, step) =>
	expect(decide({ ...EVENT, ...changes }, { players, standbys }, hoursBefore(hours))).toEqual({
		decision,
		step,
	}),
);

test.each<[what: string, event: Partial<Minimum>, hours: number, decision: Decision | null]>([
	['is on after the time of the decision', {}, 20, 'on'],
	['is on at the time of the decision', {}, 24, 'on'],
	['is on when it was pending', { decision: 'pending' }, 20, 'on'],
	['is on when it was cancelled because of too few players', { decision: 'off' }, 20, 'on'],
	['is decided later before that time', {}, 24.1, null],
	['is not decided without a minimum', { minimumPlayers: null }, 20, null],
])('an event that is reinstated %s', (_, changes, hours, decision) =>
	expect(getDecisionAfterReinstating({ ...EVENT, ...changes }, hoursBefore(hours))).toBe(decision),
);

test.each<[what: string, event: Partial<Minimum>, isMoved: boolean, hours: number, isWaiting: boolean]>([
	['whose decision is later now', {}, false, 20, true],
	['whose decision is due now', {}, false, 2, false],
	['that has moved to a later start', {}, true, 48, false],
	['that needs no players any more', { minimumPlayers: null }, false, 20, false],
	['that is not decided yet', { decision: null }, false, 20, false],
	['that is on', { decision: 'on' }, false, 20, false],
])('an edited event %s', (_, changes, isMoved, hours, isWaiting) => {
	const event: Minimum = Object.assign({}, EVENT, { decideMinutes: 120, decision: 'pending' }, changes);
	expect(isWaitingAfterEdit(event, { isMoved, now: hoursBefore(hours) })).toBe(isWaiting);
});

describe('how many standbys are wanted', () => {
	type Wanted = Parameters<typeof countWantedStandbys>[0];
	const NONE: Wanted = {
		minimumPlayers: null,
		decision: null,
		isCalled: false,
		players: 5,
		free: null,
		leftMs: 48 * HOUR_MS,
	};
	test.each<[string, Partial<Wanted>, number]>([
		['none for an event like any other', {}, 0],
		['none before the decision', { minimumPlayers: 8 }, 0],
		['those that are lacking at the decision', { minimumPlayers: 8, decision: 'pending' }, 3],
		['none when it is on', { minimumPlayers: 8, decision: 'on' }, 0],
		['those that are lacking when a creator calls', { minimumPlayers: 8, isCalled: true }, 3],
		['all when a creator calls without a minimum', { isCalled: true }, Number.POSITIVE_INFINITY],
		['not more than there are places', { minimumPlayers: 8, decision: 'pending', free: 2 }, 2],
		['free places within a day of the start', { free: 2, leftMs: 24 * HOUR_MS }, 2],
		['no free places earlier', { free: 2, leftMs: 25 * HOUR_MS }, 0],
		['free places when a creator calls', { free: 2, isCalled: true }, 2],
		['none of a full event', { free: 0, isCalled: true, minimumPlayers: 8 }, 0],
	])('%s', (_, changes, wanted) => expect(countWantedStandbys({ ...NONE, ...changes })).toBe(wanted));
});
