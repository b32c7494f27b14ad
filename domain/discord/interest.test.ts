import { expect, test } from 'vitest';
import { type KnownAnswer, planInterest } from './interest.ts';

const ASKED = new Date('2030-01-02T12:00:00Z');
/** A Discord event created one hour before the request for its interested members. */
const EVENT = String(BigInt(ASKED.getTime() - 3_600_000 - 1_420_070_400_000) << 22n);
const answer = (discordId: string, source: KnownAnswer['source'], seconds = -60): KnownAnswer => ({
	discordId,
	source,
	createdAt: new Date(ASKED.getTime() + seconds * 1000),
});

test.each([
	['nobody on either side', [], [], [], []],
	['somebody new', ['1'], [], ['1'], []],
	['somebody listed twice', ['1', '1'], [], ['1'], []],
	['somebody who is signed up already', ['1'], [answer('1', 'discord')], [], []],
	['an answer of the web app stands', ['1'], [answer('1', 'webapp')], [], []],
	['an answer of the bot stands', ['1'], [answer('1', 'botc_command')], [], []],
	['lost interest', [], [answer('1', 'discord')], [], ['1']],
	['lost interest, but answered in the web app', [], [answer('1', 'webapp')], [], []],
	['lost interest, but answered by the bot', [], [answer('1', 'botc_command')], [], []],
	['interested while we asked', [], [answer('1', 'discord', 1)], [], []],
	['interested in the moment in which we began', [], [answer('1', 'discord', 0)], [], []],
	['interested in an earlier event for the same night', [], [answer('1', 'discord', -3_601)], [], []],
	['both ways at once', ['2', '3'], [answer('1', 'discord'), answer('3', 'discord')], ['2'], ['1']],
])('%s', (_, interested, answers, add, remove) => {
	const known = { discordEventId: EVENT, answers, withdrawn: [] };
	expect(planInterest(interested, known, ASKED)).toEqual({ add, remove, forget: [] });
});

test.each([
	['interested still', ['1'], [], { add: [], remove: [], forget: [] }],
	['interested no longer', [], [], { add: [], remove: [], forget: ['1'] }],
	['answered again in the web app', ['1'], [answer('1', 'webapp')], { add: [], remove: [], forget: [] }],
])('who took their answer back, %s', (_, interested, answers, plan) => {
	expect(planInterest(interested, { discordEventId: EVENT, answers, withdrawn: ['1'] }, ASKED)).toEqual(plan);
});
