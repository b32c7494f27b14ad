import { describe, expect, test } from 'vitest';
import { SCRIPT_LIMITS } from '../limits.ts';
import { parseScript, readScriptFile, scriptInput } from './schema.ts';
import { groupByTeam, SCRIPT_TEXTS } from './script.ts';

const OFFICIAL = ['washerwoman', 'empath', 'butler', 'poisoner', 'imp'];
const HOMEBREW = { id: 'moonbaker', name: 'Moon Baker', team: 'townsfolk', ability: 'You bake.' };
const META = { id: '_meta', name: 'Fall of Rome', author: 'The Pandemonium Institute' };

const parse = (entries: unknown, name?: string) => parseScript(JSON.stringify(entries), name);
const withEntry = (entry: unknown) => parse([META, ...OFFICIAL, entry]);
const idsOf = (result: ReturnType<typeof parseScript>) =>
	'problem' in result ? result.problem : result.characters.map(({ id }) => id);

describe('files that are taken', () => {
	test('ids of official characters, with the name and author of the file', () => {
		expect(parse([META, ...OFFICIAL])).toEqual({
			name: 'Fall of Rome',
			author: 'The Pandemonium Institute',
			characters: OFFICIAL.map((id) => ({ id, name: id.charAt(0).toUpperCase() + id.slice(1), team: null })),
			file: JSON.stringify([META, ...OFFICIAL.map((id) => ({ id }))]),
		});
	});

	// The examples of the publisher's schema, and what older tools write.
	test.each<[string, unknown, string]>([
		['the old form of an official character', { id: 'soldier' }, 'soldier'],
		['an id with hyphen', 'fang-gu', 'fanggu'],
		['an id with spaces and capitals', 'Lil Monsta', 'lilmonsta'],
		['an id with underscore', { id: 'al_hadikhia' }, 'alhadikhia'],
		['a character of one’s own', HOMEBREW, 'moonbaker'],
		[
			'every field of the schema',
			{
				id: 'chef2',
				name: 'Chef',
				edition: 'tb',
				team: 'townsfolk',
				setup: false,
				flavor: 'No, sherry.',
				firstNightReminder: 'Show :reminder:',
				otherNightReminder: '',
				reminders: ['Townsfolk', 'Wrong'],
				ability: 'You start knowing.',
				firstNight: 37,
				otherNight: 0,
				remindersGlobal: ['Drunk'],
				jinxes: [{ id: 'spy', reason: 'They learn.' }],
				special: [{ type: 'ability', name: 'pointing', time: 'night', global: 'minion' }],
				image: ['https://imgur.com/a.png', 'https://imgur.com/b.png'],
			},
			'chef2',
		],
		['a field that no schema knows', { ...HOMEBREW, colour: 'red' }, 'moonbaker'],
		['the other spelling of traveller', { ...HOMEBREW, team: 'traveler' }, 'moonbaker'],
		['prototype keys', JSON.parse('{"id":"imp2","__proto__":{"name":"x"},"constructor":1}'), 'imp2'],
		['an id that is a prototype key', { id: 'constructor' }, 'constructor'],
		['an image on another host', { ...HOMEBREW, image: 'https://elsewhere.example/a.png' }, 'moonbaker'],
	])('%s', (_, entry, id) => expect(idsOf(withEntry(entry))).toEqual([...OFFICIAL, id]));

	test('of the characters only id, name and team are shown, as plain text', () => {
		const html = { ...HOMEBREW, name: '<img src=x>', team: 'traveler', image: 'https://elsewhere.example/' };
		const result = withEntry(html);
		if ('problem' in result) throw new Error(result.problem);
		expect(result.characters.at(-1)).toEqual({ id: 'moonbaker', name: '<img src=x>', team: 'traveller' });
		expect(groupByTeam(result.characters)).toEqual([
			{ label: 'Characters', names: OFFICIAL.map((id) => id.charAt(0).toUpperCase() + id.slice(1)) },
			{ label: 'Travellers', names: ['<img src=x>'] },
		]);
		expect(readScriptFile(result.file).entries.at(-1)).toEqual({ ...html, team: 'traveller' });
	});

	test('the name of a character is shown in one line and without invisible characters', () => {
		const shown = (name: string) => {
			const result = withEntry({ ...HOMEBREW, name });
			return 'problem' in result ? result.problem : result.characters.at(-1)?.name;
		};
		expect(shown('Moon\n\u202eBaker ')).toBe('Moon Baker');
		expect(shown('\u200b')).toBe('moonbaker');
	});

	test('a typed name replaces the name of the file', () => {
		expect(parse([META, ...OFFICIAL], 'Ours')).toMatchObject({ name: 'Ours' });
		expect(parse(OFFICIAL, 'Ours')).toMatchObject({ name: 'Ours', author: null });
	});

	test('the most entries, a byte order mark, a bare list in the body', () => {
		const most = Array.from({ length: SCRIPT_LIMITS.maxEntries - 1 }, (_, n) => `c${n}`);
		expect(idsOf(parse([META, ...most]))).toHaveLength(most.length);
		expect(idsOf(parseScript(`\uFEFF${JSON.stringify([META, ...OFFICIAL])}`))).toEqual(OFFICIAL);
		expect(scriptInput.parse({ json: OFFICIAL }).json).toBe(JSON.stringify(OFFICIAL));
	});
});

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

test.each<[string, string, string]>([
	['no JSON', 'imp, butler', SCRIPT_TEXTS.noJson],
	['a text', '"imp"', SCRIPT_TEXTS.noList],
	['an object', '{"0":"imp","length":5}', SCRIPT_TEXTS.noList],
	['too few entries', '["imp"]', SCRIPT_TEXTS.few],
	['too many entries', JSON.stringify(Array.from({ length: 202 }, (_, n) => `c${n}`)), SCRIPT_TEXTS.many],
	[
		'deep nesting',
		`[${nested(20_000)},1,2,3,4]`,
		'Entry 1 must be a character’s id, or an object with an id',
	],
	['a file over 64 KB', `["${'é'.repeat(33_000)}"]`, SCRIPT_TEXTS.tooLarge],
])('%s is refused', (_, source, problem) => expect(parseScript(source)).toEqual({ problem, field: 'json' }));

test.each<[string, unknown, string]>([
	['a number', 7, 'Entry 7 must be a character’s id, or an object with an id'],
	['null', null, 'Entry 7 must be a character’s id, or an object with an id'],
	['a list', ['imp'], 'Entry 7 must be a character’s id, or an object with an id'],
	['an object without id', { name: 'Imp' }, 'Entry 7 must be a character’s id, or an object with an id'],
	['an id that is no text', { id: 5 }, 'Entry 7 must be a character’s id, or an object with an id'],
	[
		'an id from a prototype',
		JSON.parse('{"__proto__":{"id":"imp2"}}'),
		'Entry 7 must be a character’s id, or an object with an id',
	],
	['an empty id', '', 'Entry 7, “id”: may have only letters and digits'],
	['HTML as id', '<b>imp</b>', 'Entry 7, “id”: may have only letters and digits'],
	['a long official id', 'i'.repeat(21), 'Entry 7, “id”: may have at most 20 characters'],
	['a long own id', { ...HOMEBREW, id: 'i'.repeat(51) }, 'Entry 7, “id”: may have at most 50 characters'],
	['a repeated id', 'imp', 'Entry 7 repeats “imp”'],
	['an id repeated in another spelling', 'Im-P', 'Entry 7 repeats “Im-P”'],
	['a second _meta', META, 'Entry 7 is a second “_meta”'],
	[
		'no team',
		{ id: 'x', name: 'X', ability: '' },
		'Entry 7, “team”: must be one of townsfolk, outsider, minion, demon, traveller, fabled, loric',
	],
	[
		'a wrong team',
		{ ...HOMEBREW, team: 'Minion' },
		'Entry 7, “team”: must be one of townsfolk, outsider, minion, demon, traveller, fabled, loric',
	],
	['no ability', { id: 'x', name: 'X', team: 'demon' }, 'Entry 7, “ability”: must be a text'],
	[
		'a long ability',
		{ ...HOMEBREW, ability: 'a'.repeat(251) },
		'Entry 7, “ability”: may have at most 250 characters',
	],
	['a long name', { ...HOMEBREW, name: '💡'.repeat(31) }, 'Entry 7, “name”: may have at most 30 characters'],
	['a name that is no text', { ...HOMEBREW, name: { toString: 1 } }, 'Entry 7, “name”: must be a text'],
	[
		'a script as image',
		{ ...HOMEBREW, image: 'javascript:alert(1)' },
		'Entry 7, “image”: must be a web address',
	],
	['a night as text', { ...HOMEBREW, firstNight: '3' }, 'Entry 7, “firstNight”: must be a number'],
	[
		'a wrong reminder',
		{ ...HOMEBREW, reminders: ['ok', 3] },
		'Entry 7, “reminders”, number 2: must be a text',
	],
	[
		'too many reminders',
		{ ...HOMEBREW, reminders: Array(21).fill('x') },
		'Entry 7, “reminders”: may have at most 20 entries',
	],
])('%s is refused with its place', (_, entry, problem) =>
	expect(withEntry(entry)).toEqual({ problem, field: 'json' }),
);

test.each<[string, object, string]>([
	['a name of 51 characters', { name: 'n'.repeat(51) }, 'Entry 1, “name”: may have at most 50 characters'],
	['a name that is no text', { name: [] }, 'Entry 1, “name”: must be a text'],
	[
		'a logo that is no address',
		{ name: 'n', logo: 'data:image/png,x' },
		'Entry 1, “logo”: must be a web address',
	],
	[
		'eleven rules',
		{ name: 'n', bootlegger: Array(11).fill('x') },
		'Entry 1, “bootlegger”: may have at most 10 entries',
	],
])('_meta with %s is refused', (_, meta, problem) =>
	expect(parse([{ id: '_meta', ...meta }, ...OFFICIAL])).toEqual({ problem, field: 'json' }),
);

test('a file without a visible name needs one', () => {
	const refusal = { problem: SCRIPT_TEXTS.noName, field: 'name' };
	expect(parse(OFFICIAL)).toEqual(refusal);
	expect(parse([{ id: '_meta', name: ' \u202e ' }, ...OFFICIAL])).toEqual(refusal);
});
