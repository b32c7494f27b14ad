import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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

/** The publisher's schema (draft 2020-12), without its titles and examples. */
const PUBLISHED = (() => {
	const text = (maxLength?: number) => ({ type: 'string', ...(maxLength && { maxLength }) });
	const oneOf = (...values: string[]) => ({ enum: values });
	const list = (items: object, maxItems?: number) => ({
		type: 'array',
		items,
		...(maxItems && { maxItems }),
	});
	const uri = { type: 'string', format: 'uri' };
	const special = {
		type: oneOf('selection', 'ability', 'signal', 'vote', 'reveal', 'player'),
		name: oneOf(
			...['grimoire', 'pointing', 'ghost-votes', 'distribute-roles', 'bag-disabled', 'bag-duplicate'],
			...['good-duplicate', 'multiplier', 'hidden', 'replace-character', 'player', 'card', 'open-eyes'],
		),
		value: { oneOf: [text(50), { type: 'number' }] },
		time: oneOf('pregame', 'day', 'night', 'firstNight', 'firstDay', 'otherNight', 'otherDay'),
		global: oneOf('townsfolk', 'outsider', 'minion', 'demon', 'traveller', 'dead'),
	};
	const character = {
		...{ id: text(50), name: text(30), ability: text(250), edition: text(50), flavor: text(500) },
		...{ firstNight: { type: 'number' }, otherNight: { type: 'number' }, setup: { type: 'boolean' } },
		...{ firstNightReminder: text(500), otherNightReminder: text(500) },
		...{ reminders: list(text(30), 20), remindersGlobal: list(text(25), 20) },
		team: oneOf('townsfolk', 'outsider', 'minion', 'demon', 'traveller', 'fabled', 'loric'),
		image: { oneOf: [uri, { ...list(uri, 3), minItems: 1 }] },
		jinxes: list({
			type: 'object',
			required: ['id', 'reason'],
			properties: { id: text(50), reason: text(500) },
		}),
		special: list({ type: 'object', required: ['name', 'type'], properties: special }),
	};
	const meta = {
		...{ id: oneOf('_meta'), name: text(50), author: text(50), hideTitle: { type: 'boolean' } },
		...{
			logo: { ...uri, maxLength: 250 },
			background: { ...uri, maxLength: 250 },
			almanac: { ...uri, maxLength: 250 },
		},
		...{ bootlegger: list(text(), 10), firstNight: list(text(), 200), otherNight: list(text(), 200) },
	};
	const required = ['id', 'name', 'team', 'ability'];
	const items = {
		oneOf: [
			{ type: 'object', required, additionalProperties: false, properties: character },
			text(20),
			{ type: 'object', required: ['id', 'name'], properties: meta },
			{ type: 'object', required: ['id'], additionalProperties: false, properties: { id: text(20) } },
		],
	};
	const ajv = new Ajv2020({ strict: true, strictTypes: false });
	addFormats.default(ajv);
	return ajv.compile({ type: 'array', minItems: 5, maxItems: 201, items });
})();

/** Returns the file that is kept and downloaded, after checking it by the publisher's schema. */
function getValidFile(result: ReturnType<typeof parseScript>): unknown[] {
	if ('problem' in result) throw new Error(result.problem);
	const file = JSON.parse(result.file);
	expect(PUBLISHED(file), JSON.stringify(PUBLISHED.errors)).toBe(true);
	return file;
}

describe('files as public tools write them', () => {
	const EMPTY = {
		image: [],
		edition: '',
		flavor: null,
		firstNight: null,
		firstNightReminder: null,
		setup: null,
	};
	test.each<[string, unknown, unknown]>([
		[
			'null and empty optional fields',
			{
				...HOMEBREW,
				...EMPTY,
				otherNight: '',
				reminders: null,
				remindersGlobal: '',
				jinxes: null,
				special: null,
			},
			HOMEBREW,
		],
		[
			'null fields inside of fields',
			{ ...HOMEBREW, special: [{ type: 'signal', name: 'card', time: null, global: '', value: null }] },
			{ ...HOMEBREW, special: [{ type: 'signal', name: 'card' }] },
		],
		['an official id with its name', { id: 'soldier', name: 'Soldier' }, { id: 'soldier' }],
		[
			'and with empty fields',
			{ id: 'soldier', name: 'Soldier', team: null, ability: null, image: '' },
			{ id: 'soldier' },
		],
		['an apostrophe in an id', "Lil' Monsta", { id: 'lilmonsta' }],
		['a typographic one', { ...HOMEBREW, id: 'Baker’s_Moon' }, { ...HOMEBREW, id: 'bakersmoon' }],
		[
			'a dash of another kind in a name of 20 letters',
			'abcdefghij–klmnopqrst',
			{ id: 'abcdefghijklmnopqrst' },
		],
		['a team in capitals', { ...HOMEBREW, team: 'Townsfolk' }, HOMEBREW],
		['American spelling in capitals', { ...HOMEBREW, team: 'TRAVELER' }, { ...HOMEBREW, team: 'traveller' }],
		[
			'American spelling in a special feature',
			{ ...HOMEBREW, special: [{ type: 'ability', name: 'pointing', global: 'Traveler' }] },
			{ ...HOMEBREW, special: [{ type: 'ability', name: 'pointing', global: 'traveller' }] },
		],
		[
			'ids in jinxes',
			{ ...HOMEBREW, jinxes: [{ id: "Lil' Monsta", reason: '' }] },
			{ ...HOMEBREW, jinxes: [{ id: 'lilmonsta', reason: '' }] },
		],
	])('%s', (_, entry, kept) => {
		expect(getValidFile(withEntry(entry))).toEqual([META, ...OFFICIAL.map((id) => ({ id })), kept]);
	});

	test('an official character is shown by the name in the file', () => {
		const result = withEntry({ id: 'fang-gu', name: 'Fang\u202e  Gu' });
		expect('problem' in result || result.characters.at(-1)).toEqual({
			id: 'fanggu',
			name: 'Fang Gu',
			team: null,
		});
	});

	test('null and empty fields of _meta, and ids in its orders of the night', () => {
		const empty = { logo: '', background: null, almanac: '', hideTitle: null, bootlegger: null, author: '' };
		const orders = { firstNight: ['dusk', "Lil' Monsta"], otherNight: null };
		expect(getValidFile(parse([{ id: '_meta', name: 'Ours', ...empty, ...orders }, ...OFFICIAL]))[0]).toEqual(
			{
				id: '_meta',
				name: 'Ours',
				firstNight: ['dusk', 'lilmonsta'],
			},
		);
		expect(parse([{ id: '_meta', name: null }, ...OFFICIAL])).toEqual({
			problem: SCRIPT_TEXTS.noName,
			field: 'name',
		});
		expect(getValidFile(parse([{ id: '_meta', name: null }, ...OFFICIAL], 'Typed'))[0]).toEqual({
			id: '_meta',
			name: 'Typed',
		});
	});

	test.each<[string, unknown]>([
		['the same', 'imp'],
		['in another spelling', 'Im-P'],
		['as an object', { id: 'imp', name: 'Imp' }],
		['as a character of one’s own', { ...HOMEBREW, id: 'Imp' }],
	])('a repeated id counts once: %s', (_, entry) => {
		expect(getValidFile(withEntry(entry))).toEqual([META, ...OFFICIAL.map((id) => ({ id }))]);
	});

	test('entries are counted without repeated ones, and with the name that the file gets', () => {
		const [first = '', ...others] = OFFICIAL;
		const few = { problem: SCRIPT_TEXTS.few, field: 'json' };
		expect(parse([META, first, first, first, first])).toEqual(few);
		expect(parse([...others, 'Im-P'], 'Ours')).toEqual(few);
		const most = Array.from({ length: SCRIPT_LIMITS.maxEntries - 1 }, (_, n) => `c${n}`);
		expect(getValidFile(parse([META, ...most, ...most.slice(0, 9)]))).toHaveLength(SCRIPT_LIMITS.maxEntries);
		// Without a `_meta`, the file gets one for its name.
		expect(getValidFile(parse(most, 'Ours'))).toHaveLength(SCRIPT_LIMITS.maxEntries);
		expect(parse([...most, 'another'], 'Ours')).toEqual({ problem: SCRIPT_TEXTS.many, field: 'json' });
	});
});

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
	])('%s', (_, entry, id) => {
		expect(idsOf(withEntry(entry))).toEqual([...OFFICIAL, id]);
		getValidFile(withEntry(entry));
	});

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
	[
		'deep nesting in a field',
		`["a","b","c","d",{"id":"e","name":"E","team":"demon","ability":"","special":${nested(20_000)}}]`,
		'Entry 5, “special”, number 1: must be an object',
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
	['an id of an apostrophe', '’', 'Entry 7, “id”: may have only letters and digits'],
	['a second _meta', META, 'Entry 7 is a second “_meta”'],
	[
		'no team',
		{ id: 'x', name: 'X', ability: '' },
		'Entry 7, “team”: must be one of townsfolk, outsider, minion, demon, traveller, fabled, loric',
	],
	[
		'a wrong team',
		{ ...HOMEBREW, team: 'Minions' },
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
	[
		'an address with spaces',
		{ ...HOMEBREW, image: 'https://a.example/my icon.png' },
		'Entry 7, “image”: must be a web address',
	],
	[
		'an unknown feature',
		{
			...HOMEBREW,
			special: [
				{ type: 'signal', name: 'card' },
				{ type: 'x', name: 'card' },
			],
		},
		'Entry 7, “special”, number 2, “type”: must be one of selection, ability, signal, vote, reveal, player',
	],
	[
		'a jinx without its reason',
		{ ...HOMEBREW, jinxes: [{ id: 'spy' }] },
		'Entry 7, “jinxes”, number 1, “reason”: must be a text',
	],
	['a name of an official id that is no text', { id: 'imp2', name: 7 }, 'Entry 7, “name”: must be a text'],
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
