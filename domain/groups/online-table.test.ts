import { describe, expect, test } from 'vitest';
import { TABLE } from '../limits.ts';
import { parseScript, readScriptFile } from '../scripts/schema.ts';
import { describeNamesWithoutSeat, isTableOpen, toPlayersUrl, toTableState } from './online-table.ts';

type Seat = { name: string; id: string; role: object | string; reminders: string[]; isDead: boolean };

/** Loads a game state as the online table does: what it reads without a check must be there. */
function loadState(text: string): { edition: string; known: string[]; seats: Seat[] } {
	const { bluffs, edition, roles, fabled, players } = JSON.parse(text);
	const known = roles
		? roles.map((role: { id: string }) => role.id.toLowerCase().replace(/[^a-z0-9]/g, ''))
		: [];
	bluffs.slice(0, bluffs.length);
	fabled.map((id: string) => id);
	if (!['tb', 'bmr', 'snv'].includes(edition.id) && !roles) throw new Error('unknown edition');
	if (players.length > TABLE.seats) throw new Error('too many seats');
	const seats = players.map((player: Seat) => {
		player.reminders.forEach(String);
		return { ...player, role: typeof player.role === 'string' ? { id: player.role } : player.role };
	});
	return { edition: edition.name ?? edition.id, known, seats };
}

const NAMES = [
	'Ada "the" O’Neil\\',
	'🦉🏳️‍🌈',
	'شهرزاد',
	'שרה (Owl)',
	"Robert'); DROP",
	'<b>Bo</b>',
	'Ada "the" O’Neil\\',
];

test.each([
	[0, 0],
	[5, 5],
	[15, 15],
	[20, 20],
	[23, 20],
])('the online table loads the state of %i players with %i seats, in their order', (count, seats) => {
	const names = Array.from({ length: count }, (_, index) => `${NAMES[index % NAMES.length]} ${index}`);
	const loaded = loadState(JSON.stringify(toTableState(names)));
	expect(loaded.edition).toBe('tb');
	expect(loaded.seats.map(({ name }) => name)).toEqual(names.slice(0, seats));
	expect(new Set(loaded.seats.map(({ role, id, isDead }) => JSON.stringify([role, id, isDead]))).size).toBe(
		Math.min(1, seats),
	);
	expect(loaded.seats.every(({ role }) => Object.keys(role).length === 0)).toBe(true);
});

test('the online table loads the script, without addresses of pictures', () => {
	const own = { id: 'moonbaker', name: 'Moon Baker', team: 'townsfolk', ability: 'You bake.' };
	const script = parseScript(
		JSON.stringify([
			{ id: '_meta', name: 'Ours', author: 'Ada', logo: 'https://elsewhere.example/l.png' },
			...['imp', 'Fang-Gu', 'empath', 'butler'],
			{ ...own, image: 'https://elsewhere.example/a.png' },
		]),
	);
	if ('problem' in script) throw new Error(script.problem);
	const text = JSON.stringify(toTableState(['Ada'], readScriptFile(script.file)));
	expect(loadState(text)).toMatchObject({
		edition: 'Ours',
		known: ['imp', 'fanggu', 'empath', 'butler', 'moonbaker'],
	});
	expect(JSON.parse(text)).toMatchObject({
		edition: { id: '_meta', name: 'Ours', author: 'Ada' },
		roles: [{ id: 'imp' }, { id: 'fanggu' }, { id: 'empath' }, { id: 'butler' }, own],
	});
	expect(text).not.toContain('elsewhere.example');
	expect(loadState(JSON.stringify(toTableState(['Ada'], 'snv')))).toMatchObject({
		edition: 'snv',
		known: [],
	});
});

test.each([
	[0, null],
	[1, 'The table has 20 seats, so the last name is not in it.'],
	[3, 'The table has 20 seats, so the last 3 names are not in it.'],
])('%i names without a seat', (count, text) => {
	expect(describeNamesWithoutSeat(count)).toBe(text);
});

test('without an online table there is no link', () => {
	expect(toPlayersUrl('', 'owls')).toBeNull();
	expect(toPlayersUrl('https://clocktower.example', 'owls')).toBe('https://clocktower.example/#owls');
});

describe('players see the link of their table', () => {
	const event = { date: new Date('2026-10-17T00:30:00Z'), duration: 180, status: 'active' as const };
	test.each([
		['2026-10-16T23:59:59Z', false],
		['2026-10-17T00:00:00Z', true],
		['2026-10-17T03:29:59Z', true],
		['2026-10-17T03:30:00Z', false],
	])('at %s: %s', (now, isOpen) => {
		expect(isTableOpen(event, new Date(now))).toBe(isOpen);
		expect(isTableOpen({ ...event, status: 'cancelled' }, new Date(now))).toBe(false);
	});
});
