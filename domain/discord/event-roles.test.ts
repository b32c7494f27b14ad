import { describe, expect, test } from 'vitest';
import { getStanding, type StandingFacts } from '../signups/standing.ts';
import {
	describeRoleProblem,
	findRoleProblem,
	getEventRole,
	preventsChoosing,
	preventsTaking,
	type RoleProblem,
	type ServerRole,
} from './event-roles.ts';

const PLAYER = 'role_tonight';
const STORYTELLER = 'role_storytellers_tonight';

describe('who has which role', () => {
	test.each<[name: string, facts: Partial<StandingFacts>, hasPlaces: boolean, role: string | null]>([
		['confirmed', { status: 'confirmed' }, false, PLAYER],
		['late', { status: 'late' }, false, PLAYER],
		['tentative', { status: 'tentative' }, false, null],
		['declined', { status: 'declined' }, false, null],
		['no signup', {}, false, null],
		['with a place', { status: 'late', place: 'placed' }, true, PLAYER],
		['before the places are settled', { status: 'confirmed' }, true, null],
		['waiting', { status: 'confirmed', place: 'waiting' }, true, null],
		['offered', { status: 'confirmed', place: 'offered' }, true, null],
		['standby', { status: 'tentative', standby: true, place: 'offered' }, true, null],
		['left', { status: 'confirmed', place: 'placed', hasLeft: true }, true, null],
		['a storyteller', { runs: true }, true, STORYTELLER],
		['a storyteller who plays', { runs: true, status: 'confirmed', place: 'placed' }, true, STORYTELLER],
		['a storyteller who may come', { runs: true, status: 'tentative' }, false, null],
		['a storyteller who left', { runs: true, hasLeft: true }, false, null],
	])('%s', (_, facts, hasPlaces, role) => {
		const standing = getStanding({ status: null, runs: false, eventStatus: 'active', ...facts });
		expect(getEventRole(standing, hasPlaces)).toBe(role);
	});
});

describe('which role the bot can give', () => {
	const ROLE: ServerRole = { id: '3', name: 'Tonight', position: 1, managed: false, permissions: 0n };
	const BOT = { permissions: 1n << 28n, topPosition: 2, guildId: '1', requiredRoleId: '2' };
	const find = (role: Partial<ServerRole>, bot: Partial<typeof BOT> = {}) =>
		findRoleProblem({ ...ROLE, ...role }, { ...BOT, ...bot });

	test.each<[name: string, problem: RoleProblem | null, found: RoleProblem | null]>([
		['an ordinary role', null, find({})],
		['of an administrator bot', null, find({}, { permissions: 1n << 3n })],
		[
			'of a bot that owns the server',
			null,
			find({ position: 99 }, { topPosition: Number.POSITIVE_INFINITY }),
		],
		['@everyone', 'unchangeable', find({ id: '1' })],
		['the role of a bot', 'unchangeable', find({ managed: true })],
		['the required role', 'required', find({ id: '2' })],
		['an administrator', 'powerful', find({ permissions: 1n << 3n })],
		['a new permission', 'powerful', find({ permissions: 1n << 70n })],
		['as high as the bot', 'too high', find({ position: 2 })],
		['a bot without the permission', 'no permission', find({}, { permissions: 0n })],
		['a deleted role', 'deleted', findRoleProblem(undefined, BOT)],
	])('%s: %s', (_, problem, found) => expect(found).toBe(problem));

	test('what is wrong names each permission', () => {
		const role = { ...ROLE, permissions: (1n << 1n) | (1n << 17n) | (1n << 60n) };
		expect(describeRoleProblem('powerful', role)).toContain(
			'allows too much: Kick Members, Mention Everyone and a new permission.',
		);
	});

	test.each<[RoleProblem, choosing: boolean, taking: boolean]>([
		['deleted', true, false],
		['unchangeable', true, true],
		['required', true, false],
		['powerful', true, false],
		['too high', true, true],
		['no permission', false, true],
	])('%s prevents choosing: %s, taking: %s', (problem, choosing, taking) => {
		expect([preventsChoosing(problem), preventsTaking(problem)]).toEqual([choosing, taking]);
		expect(describeRoleProblem(problem, ROLE)).toMatch(/Please|Give/);
	});
});
