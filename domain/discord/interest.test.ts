import { expect, test } from 'vitest';
import { type KnownSignup, planInterest } from './interest.ts';

const REQUESTED_AT = new Date('2030-01-02T12:00:00Z');
/** A Discord event created one hour before the request for its interested members. */
const EVENT = String(BigInt(REQUESTED_AT.getTime() - 3_600_000 - 1_420_070_400_000) << 22n);
const signup = (discordId: string, source: KnownSignup['source'], seconds = -60): KnownSignup => ({
	discordId,
	source,
	createdAt: new Date(REQUESTED_AT.getTime() + seconds * 1000),
});

test.each([
	['no one on either side', [], [], [], []],
	['a new member', ['1'], [], ['1'], []],
	['a member listed twice', ['1', '1'], [], ['1'], []],
	['a member who is already signed up', ['1'], [signup('1', 'discord')], [], []],
	['a signup from the web app stays', ['1'], [signup('1', 'webapp')], [], []],
	['a signup from the bot stays', ['1'], [signup('1', 'botc_command')], [], []],
	['lost interest', [], [signup('1', 'discord')], [], ['1']],
	['lost interest, but signed up in the web app', [], [signup('1', 'webapp')], [], []],
	['lost interest, but signed up with the bot', [], [signup('1', 'botc_command')], [], []],
	['became interested during the request', [], [signup('1', 'discord', 1)], [], []],
	['became interested at the start of the request', [], [signup('1', 'discord', 0)], [], []],
	['interested in an earlier Discord event of the same event', [], [signup('1', 'discord', -3_601)], [], []],
	['both ways at once', ['2', '3'], [signup('1', 'discord'), signup('3', 'discord')], ['2'], ['1']],
])('%s', (_, interested, signups, add, remove) => {
	const known = { discordEventId: EVENT, signups, withdrawn: [] };
	expect(planInterest(interested, known, REQUESTED_AT)).toEqual({ add, remove, forget: [] });
});

test.each([
	['still interested', ['1'], [], { add: [], remove: [], forget: [] }],
	['no longer interested', [], [], { add: [], remove: [], forget: ['1'] }],
	['signed up again in the web app', ['1'], [signup('1', 'webapp')], { add: [], remove: [], forget: [] }],
])('a user who withdrew their signup: %s', (_, interested, signups, plan) => {
	expect(
		planInterest(interested, { discordEventId: EVENT, signups, withdrawn: ['1'] }, REQUESTED_AT),
	).toEqual(plan);
});
