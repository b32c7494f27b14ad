import { z } from 'zod';
import { SCRIPT_LIMITS } from '../limits.ts';
import { cleanLine } from '../text.ts';
import { SCRIPT_TEXTS, type Script, TEAMS } from './script.ts';

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
const address = (max = 2_000) =>
	text(max).refine((value) => /^https?:\/\//i.test(value), 'must be a web address');
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
	firstNight: list(text(50), 200).optional(),
	otherNight: list(text(50), 200).optional(),
});

/** A character that is not official. Fields that the publisher's schema does not know are left out. */
const characterSchema = z.object({
	name: text(30),
	team: z.preprocess(
		(team) => (team === 'traveler' ? 'traveller' : team),
		z.enum(TEAMS, `must be one of ${TEAMS.join(', ')}`),
	),
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
	jinxes: list(z.object({ id: text(50), reason: text(500) }, 'must be an object'), 200).optional(),
	special: list(
		z.object(
			{
				type: text(50),
				name: text(50),
				time: text(50).optional(),
				global: text(50).optional(),
				value: z.union([text(50), z.number()], 'must be a text or a number').optional(),
			},
			'must be an object',
		),
		50,
	).optional(),
});
type Character = z.output<typeof characterSchema>;

/** An entry of a script's file: an official character has only an id. */
export type ScriptEntry = { id: string } | ({ id: string } & Character);
/** A script's file without its `_meta`. */
export type ScriptFile = { name: string; author: string | null; entries: ScriptEntry[] };

/** The file as it was sent is kept beside what is shown of it. */
type ParsedScript = Omit<Script, 'id'> & { file: string };

/** `field` is the field of the form that has to change. */
type ParseResult = ParsedScript | { problem: string; field: 'json' | 'name' };

/**
 * Reads the text of a script's file, by the publisher's schema with the older spellings. `name` replaces the file's
 * name. Returns what is shown of the script, with one form of each id, and the file; or the first problem and where it
 * is.
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
	if (value.length < SCRIPT_LIMITS.minEntries) return fail(SCRIPT_TEXTS.few);
	if (value.length > SCRIPT_LIMITS.maxEntries) return fail(SCRIPT_TEXTS.many);
	let meta: z.output<typeof metaSchema> | null = null;
	const entries = new Map<string, ScriptEntry>();
	for (const [index, entry] of value.entries()) {
		const place = `Entry ${index + 1}`;
		const id = readId(entry);
		if (typeof id !== 'string') return fail(`${place} must be a character’s id, or an object with an id`);
		if (id === '_meta') {
			if (meta) return fail(`${place} is a second “_meta”`);
			const { data, error } = metaSchema.safeParse(entry);
			if (error) return fail(describeProblem(place, error));
			meta = data;
			continue;
		}
		const read = readCharacter(entry, id);
		if ('problem' in read) return fail(`${place}${read.problem}`);
		if (entries.has(read.entry.id)) return fail(`${place} repeats “${cleanLine(id)}”`);
		entries.set(read.entry.id, read.entry);
	}
	const shownName = name || cleanLine(meta?.name ?? '');
	if (!shownName) return { problem: SCRIPT_TEXTS.noName, field: 'name' };
	const kept = [...entries.values()];
	return {
		name: shownName,
		author: cleanLine(meta?.author ?? '') || null,
		characters: kept.map((entry) =>
			'name' in entry
				? { id: entry.id, name: cleanLine(entry.name) || entry.id, team: entry.team }
				: { id: entry.id, name: toShownName(entry.id), team: null },
		),
		file: JSON.stringify([{ id: '_meta', ...meta, name: shownName }, ...kept]),
	};
}

const readId = (entry: unknown): unknown => (hasOwn(entry, 'id') ? (entry as { id: unknown }).id : entry);

function readCharacter(entry: unknown, sent: string): { entry: ScriptEntry } | { problem: string } {
	const isOfficial = !['name', 'team', 'ability'].some((key) => hasOwn(entry, key));
	if ([...sent].length > (isOfficial ? 20 : 50))
		return { problem: `, “id”: may have at most ${isOfficial ? 20 : 50} characters` };
	// Older tools write ids with hyphens, underscores and spaces.
	const id = sent.toLowerCase().replace(/[-_\s]/g, '');
	if (!/^[\p{L}\p{N}]+$/u.test(id)) return { problem: ', “id”: may have only letters and digits' };
	if (isOfficial) return { entry: { id } };
	const { data, error } = characterSchema.safeParse(entry);
	return error ? { problem: describeProblem('', error) } : { entry: { id, ...data } };
}

const hasOwn = (value: unknown, key: string) =>
	typeof value === 'object' && value !== null && Object.hasOwn(value, key);

/** Returns the first problem of an entry with the name of its field: 'Entry 3, “name”: must be a text'. */
function describeProblem(place: string, { issues: [issue] }: z.ZodError): string {
	const [field, item] = issue?.path ?? [];
	const at = typeof item === 'number' ? `, number ${item + 1}` : '';
	return `${place}, “${String(field)}”${at}: ${issue?.message}`;
}

/** Returns how an official character is shown, whose file has only an id. */
const toShownName = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);

/** Returns the name and the characters of a kept file. */
export function readScriptFile(file: string): ScriptFile {
	const [meta, ...entries] = JSON.parse(file) as [{ name: string; author?: string }, ...ScriptEntry[]];
	return { name: meta.name, author: meta.author ?? null, entries };
}
