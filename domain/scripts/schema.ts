import { z } from 'zod';
import { createIdListSchema } from '../inputs.ts';
import { SCRIPT_LIMITS } from '../limits.ts';
import { cleanLine } from '../text.ts';
import { SCRIPT_TEXTS, type Script, TEAMS } from './script.ts';
import { VOTE_TEXTS, VOTES } from './votes.ts';

/** Response of GET /api/scripts; `created_at` is null for the base editions. */
export const scriptSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		author: z.string().nullable(),
		characters: z.array(z.object({ id: z.string(), name: z.string(), team: z.enum(TEAMS).nullable() })),
		created_at: z.iso.datetime().nullable(),
	})
	.meta({ id: 'Script' });
export type ScriptView = z.infer<typeof scriptSchema>;

/** Body of POST /api/scripts: the text of a script's file, or the list in it, and a name for a file without one. */
export const scriptInput = z.object({
	json: z
		.union([z.string(), z.array(z.unknown())], SCRIPT_TEXTS.empty)
		.transform((json) => (typeof json === 'string' ? json : JSON.stringify(json)))
		.refine((text) => text.trim() !== '', SCRIPT_TEXTS.empty),
	name: z
		.string(SCRIPT_TEXTS.longName)
		.transform(cleanLine)
		.pipe(z.string().max(SCRIPT_LIMITS.name, SCRIPT_TEXTS.longName))
		.optional(),
});

const text = (max: number) =>
	z
		.string('must be a text')
		.refine((value) => [...value].length <= max, `may have at most ${max} characters`);
const list = <Item extends z.ZodType>(item: Item, max: number) =>
	z.array(item, 'must be a list').max(max, `may have at most ${max} entries`);
/** A web address in the characters of RFC 3986, which the publisher's schema asks for. */
const ADDRESS =
	/^https?:\/\/(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})+(?:#(?:[\w.~:/?@!$&'()*+,;=-]|%[\da-f]{2})*)?$/i;
const address = (max = 2_000) => text(max).refine((value) => ADDRESS.test(value), 'must be a web address');
const oneOf = <const Values extends readonly string[]>(values: Values) =>
	z.enum(values, `must be one of ${values.join(', ')}`);

/** Returns the form of an id in which ids are compared: public tools write it like a name, "Lil' Monsta". */
const normalizeId = (id: string): string => id.toLowerCase().replace(/[\p{Pd}_\s'’‘ʼ`´]/gu, '');
const idText = text(50).overwrite(normalizeId);

/** Returns the schema of a team in any case, in British or American spelling. */
const team = <Team extends z.ZodType>(teams: Team) =>
	z.preprocess(
		(value) => (typeof value === 'string' ? value.toLowerCase().replace(/^traveler$/, 'traveller') : value),
		teams,
	);
const night = z.number('must be a number').optional();
const isTrue = z.boolean('must be true or false').optional();

const metaSchema = z.object({
	name: text(SCRIPT_LIMITS.name).optional(),
	author: text(SCRIPT_LIMITS.name).optional(),
	logo: address(250).optional(),
	background: address(250).optional(),
	almanac: address(250).optional(),
	hideTitle: isTrue,
	bootlegger: list(text(2_000), 10).optional(),
	firstNight: list(idText, 200).optional(),
	otherNight: list(idText, 200).optional(),
});

/** The features of the publisher's app that a character can use. */
const SPECIAL = {
	types: ['selection', 'ability', 'signal', 'vote', 'reveal', 'player'],
	names: [
		...['grimoire', 'pointing', 'ghost-votes', 'distribute-roles', 'bag-disabled', 'bag-duplicate'],
		...['good-duplicate', 'multiplier', 'hidden', 'replace-character', 'player', 'card', 'open-eyes'],
	],
	times: ['pregame', 'day', 'night', 'firstNight', 'firstDay', 'otherNight', 'otherDay'],
	scopes: ['townsfolk', 'outsider', 'minion', 'demon', 'traveller', 'dead'],
} as const;

/** A character that is not official. Fields that the publisher's schema does not know are left out. */
const characterSchema = z.object({
	name: text(30),
	team: team(oneOf(TEAMS)),
	ability: text(250),
	image: z.union([address(), z.array(address()).min(1).max(3)], 'must be 1 to 3 web addresses').optional(),
	edition: text(50).optional(),
	flavor: text(500).optional(),
	firstNight: night,
	firstNightReminder: text(500).optional(),
	otherNight: night,
	otherNightReminder: text(500).optional(),
	reminders: list(text(30), 20).optional(),
	remindersGlobal: list(text(25), 20).optional(),
	setup: isTrue,
	jinxes: list(z.object({ id: idText, reason: text(500) }, 'must be an object'), 200).optional(),
	special: list(
		z.object(
			{
				type: oneOf(SPECIAL.types),
				name: oneOf(SPECIAL.names),
				time: oneOf(SPECIAL.times).optional(),
				global: team(oneOf(SPECIAL.scopes).optional()),
				value: z.union([text(50), z.number()], 'must be a text or a number').optional(),
			},
			'must be an object',
		),
		50,
	).optional(),
});
type Character = z.output<typeof characterSchema>;
/** An official character whose file also has its name. */
const officialSchema = characterSchema.pick({ name: true });

/** An entry of a script's file: an official character has only an id. */
export type ScriptEntry = { id: string } | ({ id: string } & Character);
/** A script's file without its `_meta`. */
export type ScriptFile = { name: string; author: string | null; entries: ScriptEntry[] };

/** The file as it was sent is kept beside what is shown of it. */
type ParsedScript = Omit<Script, 'id'> & { file: string };

/** `field` is the field of the form that has to change. */
type ParseResult = ParsedScript | { problem: string; field: 'json' | 'name' };

/**
 * Reads a script's file by the publisher's schema, with the spellings of public tools. `name` replaces the
 * file's; a repeated id counts once. Returns the script with the file, or the first problem and where it is.
 */
export function parseScript(source: string, name = ''): ParseResult {
	const fail = (problem: string): ParseResult => ({ problem, field: 'json' });
	if (Buffer.byteLength(source) > SCRIPT_LIMITS.bytes) return fail(SCRIPT_TEXTS.tooLarge);
	let value: unknown;
	try {
		value = JSON.parse(source.replace(/^\uFEFF/, ''));
	} catch {
		return fail(SCRIPT_TEXTS.noJson);
	}
	if (!Array.isArray(value)) return fail(SCRIPT_TEXTS.noList);
	let meta: z.output<typeof metaSchema> | null = null;
	const names = new Map<string, string>();
	const entries = new Map<string, ScriptEntry>();
	for (const [index, entry] of value.entries()) {
		const place = `Entry ${index + 1}`;
		const id = readId(entry);
		if (typeof id !== 'string') return fail(`${place} must be a character’s id, or an object with an id`);
		if (id === '_meta') {
			if (meta) return fail(`${place} is a second “_meta”`);
			const { data, error } = metaSchema.safeParse(omitEmpty(entry, []));
			if (error) return fail(describeProblem(place, error));
			meta = data;
			continue;
		}
		const read = readCharacter(entry, id);
		if ('problem' in read) return fail(`${place}${read.problem}`);
		if (entries.has(read.entry.id)) continue;
		entries.set(read.entry.id, read.entry);
		if (read.name) names.set(read.entry.id, cleanLine(read.name));
	}
	if (entries.size + (meta ? 1 : 0) < SCRIPT_LIMITS.minEntries) return fail(SCRIPT_TEXTS.few);
	if (entries.size + 1 > SCRIPT_LIMITS.maxEntries) return fail(SCRIPT_TEXTS.many);
	const shownName = name || cleanLine(meta?.name ?? '');
	if (!shownName) return { problem: SCRIPT_TEXTS.noName, field: 'name' };
	const kept = [...entries.values()];
	return {
		name: shownName,
		author: cleanLine(meta?.author ?? '') || null,
		characters: kept.map((entry) =>
			'name' in entry
				? { id: entry.id, name: cleanLine(entry.name) || entry.id, team: entry.team }
				: { id: entry.id, name: names.get(entry.id) || toShownName(entry.id), team: null },
		),
		file: JSON.stringify([{ id: '_meta', ...meta, name: shownName }, ...kept]),
	};
}

const readId = (entry: unknown): unknown => (hasOwn(entry, 'id') ? (entry as { id: unknown }).id : entry);

type ReadCharacter = { entry: ScriptEntry; name?: string };

/** Returns a character of a file, `name` for an official one whose file has its name, or the problem and its field. */
function readCharacter(sent: unknown, sentId: string): ReadCharacter | { problem: string } {
	const entry = omitEmpty(sent, ['name', 'ability', 'reason']);
	const isOfficial = !hasOwn(entry, 'team') && !hasOwn(entry, 'ability');
	const id = normalizeId(sentId);
	if ([...id].length > (isOfficial ? 20 : 50))
		return { problem: `, “id”: may have at most ${isOfficial ? 20 : 50} characters` };
	if (!/^[\p{L}\p{N}]+$/u.test(id)) return { problem: ', “id”: may have only letters and digits' };
	if (isOfficial) {
		if (!hasOwn(entry, 'name')) return { entry: { id } };
		const { data, error } = officialSchema.safeParse(entry);
		return error ? { problem: describeProblem('', error) } : { entry: { id }, name: data.name };
	}
	const { data, error } = characterSchema.safeParse(entry);
	return error ? { problem: describeProblem('', error) } : { entry: { id, ...data } };
}

/**
 * Returns `value` without fields that are null or empty, which public tools write. Texts of the `required`
 * fields may be empty. It looks no deeper than `depth`.
 */
function omitEmpty(value: unknown, required: readonly string[], depth = 2): unknown {
	if (typeof value !== 'object' || value === null) return value;
	const omitIn = (part: unknown) => (depth === 0 ? part : omitEmpty(part, required, depth - 1));
	if (Array.isArray(value)) return value.map(omitIn);
	const isEmpty = (key: string, one: unknown) =>
		one === null ||
		(one === '' && !required.includes(key)) ||
		(key === 'image' && Array.isArray(one) && one.length === 0);
	const fields = Object.entries(value).filter(([key, one]) => !isEmpty(key, one));
	return Object.fromEntries(fields.map(([key, one]) => [key, omitIn(one)]));
}

const hasOwn = (value: unknown, key: string) =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, key);

/** Returns the first problem of an entry with the name of its field: 'Entry 3, “jinxes”, number 1, “reason”: must be a text'. */
function describeProblem(place: string, { issues: [issue] }: z.ZodError): string {
	const path = issue?.path ?? [];
	const fields = path.map((part) => (typeof part === 'number' ? `number ${part + 1}` : `“${String(part)}”`));
	return `${[place, ...fields].join(', ')}: ${issue?.message}`;
}

/** Returns how an official character is shown, whose file has only an id. */
const toShownName = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Returns the name and the characters of a kept file. */
export function readScriptFile(file: string): ScriptFile {
	const [meta, ...entries] = JSON.parse(file) as [{ name: string; author?: string }, ...ScriptEntry[]];
	return { name: meta.name, author: meta.author ?? null, entries };
}

/** The scripts that the players of an event are asked about, in order; none ends the question. */
export const scriptQuestionInput = z.object({
	scripts: createIdListSchema(SCRIPT_LIMITS.asked, {
		wrong: VOTE_TEXTS.scripts,
		tooMany: VOTE_TEXTS.tooMany,
	}),
});

/** A player's answers by script; null takes an answer back. */
export const scriptVotesInput = z.object({
	votes: z.record(z.string(), z.enum(VOTES, VOTE_TEXTS.vote).nullable(), VOTE_TEXTS.vote),
});
