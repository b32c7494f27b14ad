import { expect, test } from 'vitest';
import { BOTC_COMMAND, type Command, chooseEvent, isSameCommand, listSubcommands } from './command.ts';

/** Returns a command as Discord returns it: with additional fields, and without false values. */
const asStoredByDiscord = (command: Command) => ({
	...structuredClone(command),
	id: '1',
	type: 1,
	application_id: '2',
	default_member_permissions: null,
	name_localizations: null,
});

test('a command that Discord stored unchanged is the same', () => {
	expect(isSameCommand(asStoredByDiscord(BOTC_COMMAND), BOTC_COMMAND)).toBe(true);
});

test.each<[string, Partial<Command>]>([
	['another description', { description: 'Another' }],
	['another name', { name: 'other' }],
	['a subcommand less', { options: BOTC_COMMAND.options.slice(1) }],
	['no choices', { options: BOTC_COMMAND.options.map(({ options, ...rest }) => rest) }],
	[
		'an option that is required now',
		{
			options: BOTC_COMMAND.options.map((sub) => ({
				...sub,
				...(sub.options ? { options: sub.options.map((one) => ({ ...one, required: true })) } : {}),
			})),
		},
	],
	[
		'an option without choices while typing',
		{
			options: BOTC_COMMAND.options.map((sub) => ({
				...sub,
				...(sub.options ? { options: sub.options.map((one) => ({ ...one, autocomplete: false })) } : {}),
			})),
		},
	],
])('%s makes it a different command', (_, change) => {
	expect(isSameCommand({ ...asStoredByDiscord(BOTC_COMMAND), ...change }, BOTC_COMMAND)).toBe(false);
});

test.each([[undefined], [null], ['botc'], [{}]])('%j is not our command', (known) => {
	expect(isSameCommand(known, BOTC_COMMAND)).toBe(false);
});

const event = (id: string, title: string, status = 'active') => ({ id, title, status });
const EVENTS = [
	event('1', 'Friday Blood', 'cancelled'),
	event('2', 'Friday Blood'),
	event('3', 'Saturday Blood'),
	event('4', 'Blood'),
	event('5', 'Beginners’ evening', 'cancelled'),
];

test.each([
	['Saturday', '3'],
	['saturday blood ', '3'],
	['FRIDAY', '2'],
	// An exact title takes precedence over titles that contain it.
	['blood', '4'],
	['beginners', '5'],
])('“%s” is event %s', (wanted, id) => {
	expect(chooseEvent(EVENTS, wanted)).toMatchObject({ kind: 'one', event: { id } });
});

test('a name that matches no event, and one that matches several', () => {
	expect(chooseEvent(EVENTS, 'Sunday')).toEqual({ kind: 'none' });
	expect(chooseEvent(EVENTS, 'day')).toEqual({ kind: 'several', titles: ['Friday Blood', 'Saturday Blood'] });
});

test('the FAQ lists each subcommand once, for every member or for creators', () => {
	const [members, creators] = [listSubcommands(false), listSubcommands(true)];
	expect([...members, ...creators].map(({ name }) => name).sort()).toEqual(
		BOTC_COMMAND.options.map(({ name }) => name).sort(),
	);
	expect(members).toContainEqual({ name: 'leave', purpose: 'remove your signup' });
	expect(creators).toContainEqual({ name: 'create', purpose: 'plan an event' });
});
