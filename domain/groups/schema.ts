import { z } from 'zod';
import { eventStorytellerSchema } from '../events/schema.ts';
import { isPlannable } from '../events/status.ts';
import { DISCORD_ID } from '../ids.ts';
import {
	createIdListSchema,
	createIntegerSchema,
	createListSchema,
	flag,
	idempotencyKey,
	version,
} from '../inputs.ts';
import {
	AUTO_SPLIT_BOUNDS,
	AUTO_SPLIT_MIN_GROUPS,
	GROUP_LIMITS,
	GROUP_MAX_PLAYERS,
	TEXT_LIMITS,
} from '../limits.ts';
import { signupSchema } from '../signups/schema.ts';
import { createLineSchema } from '../text.ts';
import { preferencesShape } from '../users/preferences.ts';
import type { BoardGroup, BoardStep, GroupDetails } from './board.ts';
import { autoSplitConfigSchema } from './config.ts';
import { WINNERS } from './result.ts';
import { ROUND_TEXTS } from './rounds.ts';
import { BOARD_TEXTS } from './texts.ts';

/** A schema for each of these fields, and for others: the compiler asks for a new field. */
type Fields<Field extends PropertyKey> = Record<string, z.ZodType> & Record<Field, z.ZodType>;

/** A group in the API (spec, section 3): `players` are user ids, `createdAt` is ISO with `Z`. */
const groupSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		players: z.array(z.string()),
		storytellerId: z.string().nullable(),
		coStorytellerIds: z.array(z.string()),
		/** The players who miss more than a third of the event, as far as the reader may know their times. */
		travellers: z.array(z.string()),
		maxPlayers: z.number(),
		createdAt: z.iso.datetime(),
		scriptId: z.string().nullable(),
		winner: z.enum(WINNERS).nullable(),
		round: z.number(),
		voiceChannelId: z.string().nullable(),
	} satisfies Fields<keyof Omit<BoardGroup, 'withdrawn'>>)
	.meta({ id: 'Group' });
export type GroupView = z.infer<typeof groupSchema>;

const pinSchema = z.object({ userId: z.string(), groupId: z.string() });
const apartPairSchema = z.tuple([z.string(), z.string()]);

/** A group of an earlier round, as it played: `script` is the name that its script had then. */
const playedGroupSchema = z
	.object({
		id: z.string(),
		round: z.number(),
		name: z.string(),
		players: z.array(z.string()),
		storytellerId: z.string().nullable(),
		coStorytellerIds: z.array(z.string()),
		script: z.string().nullable(),
		winner: z.enum(WINNERS).nullable(),
		voiceChannelId: z.string().nullable(),
	} satisfies Fields<keyof GroupDetails>)
	.meta({ id: 'PlayedGroup' });
export type PlayedGroupView = z.infer<typeof playedGroupSchema>;
/** What an earlier round's group has apart from its id and its users. */
export type PlayedDetails = Omit<PlayedGroupView, 'id' | 'players' | 'storytellerId' | 'coStorytellerIds'>;

/** Response of GET …/groups. For players, the preferences, pins and keep-apart pairs are empty. */
export const groupsSchema = z
	.object({
		groups: z.array(groupSchema),
		confirmedSignups: z.array(signupSchema),
		storytellers: z.array(eventStorytellerSchema),
		userPreferences: z.record(z.string(), z.object(preferencesShape)),
		autoSplitConfig: autoSplitConfigSchema,
		version: z.number(),
		pins: z.array(pinSchema),
		keepApart: z.array(apartPairSchema),
		earlierGroups: z.array(playedGroupSchema),
	})
	.meta({ id: 'Groups' });
export type GroupsView = z.infer<typeof groupsSchema>;

/** Response of POST …/groups. */
export const savedGroupsSchema = z
	.object({
		groups: z.array(groupSchema),
		version: z.number(),
		dropped: z.array(z.string()),
	})
	.meta({ id: 'SavedGroups' });
export type SavedGroups = z.infer<typeof savedGroupsSchema>;

/** Response of POST …/groups/auto-split. */
export const autoSplitSchema = z
	.object({
		groups: z.array(groupSchema),
		result: z.object({
			proven: z.boolean(),
			mutual: z.number(),
			oneSided: z.number(),
			milliseconds: z.number(),
			/** The id of the group with the first-timers; null when they were not kept together. */
			taughtGroupId: z.string().nullable(),
		}),
	})
	.meta({ id: 'AutoSplit' });
export type AutoSplitView = z.infer<typeof autoSplitSchema>;

/** Returns a schema for an id as text or number, well-formed and without NUL. The database checks it. */
const anyId = (text: string) =>
	z
		.union([z.string().max(TEXT_LIMITS.groupId, text), z.number()], text)
		.refine((id) => !String(id).includes('\0'), text)
		.transform((id) => String(id).toWellFormed());
const userId = anyId(BOARD_TEXTS.unknownUser);
const groupId = anyId(BOARD_TEXTS.groupId).pipe(z.string().min(1, BOARD_TEXTS.groupId));
const createdAt = z.iso
	.datetime({ offset: true, error: BOARD_TEXTS.createdAt, abort: true })
	.refine((text) => isPlannable(new Date(text)), BOARD_TEXTS.createdAt);
const groupName = createLineSchema(TEXT_LIMITS.groupName, BOARD_TEXTS.longName, BOARD_TEXTS.name);

const maxPlayers = createIntegerSchema(1, GROUP_LIMITS.players, BOARD_TEXTS.maxPlayers);
/** The same for a form field, whose value is text. */
const typedMaxPlayers = z
	.union([z.number(), z.string()], BOARD_TEXTS.maxPlayers)
	.transform(Number)
	.pipe(maxPlayers);

const scriptId = anyId(BOARD_TEXTS.unknownScript);
const voiceChannelId = z
	.string(BOARD_TEXTS.unknownVoiceChannel)
	.regex(DISCORD_ID, BOARD_TEXTS.unknownVoiceChannel);
const groupInput = z.object({
	id: groupId,
	name: groupName,
	players: createListSchema(userId, GROUP_LIMITS.players, {
		wrong: BOARD_TEXTS.noList,
		tooMany: BOARD_TEXTS.manyPlayers,
	}).default([]),
	storytellerId: userId.nullish().transform((id) => id || null),
	/** When left out, the saved group's value. */
	coStorytellerIds: createListSchema(userId, GROUP_LIMITS.coStorytellers, {
		wrong: BOARD_TEXTS.coStorytellers,
		tooMany: BOARD_TEXTS.manyCoStorytellers,
	}).optional(),
	maxPlayers: maxPlayers.default(GROUP_MAX_PLAYERS),
	/** When left out, the saved group's value. */
	scriptId: scriptId.nullish(),
	/** When left out, the saved group's value. */
	voiceChannelId: voiceChannelId.nullish(),
	/** When left out, the saved group's value, or the current time. */
	createdAt: createdAt.nullish(),
} satisfies Fields<keyof Omit<BoardGroup, 'withdrawn' | 'winner' | 'round'>>);
type GroupInput = z.output<typeof groupInput>;
export type BoardInput = {
	groups: GroupInput[];
	pins?: { userId: string; groupId: string }[] | undefined;
	keepApart?: [string, string][] | undefined;
	knownWithdrawn?: string[] | undefined;
};

const boardFields = {
	groups: createListSchema(groupInput, GROUP_LIMITS.groups, {
		wrong: BOARD_TEXTS.noList,
		tooMany: BOARD_TEXTS.manyGroups,
	}),
	pins: createListSchema(z.object({ userId, groupId }, BOARD_TEXTS.pins), GROUP_LIMITS.pins, {
		wrong: BOARD_TEXTS.pins,
		tooMany: BOARD_TEXTS.manyPins,
	}).optional(),
	keepApart: createListSchema(z.tuple([userId, userId], BOARD_TEXTS.keepApart), GROUP_LIMITS.keepApart, {
		wrong: BOARD_TEXTS.keepApart,
		tooMany: BOARD_TEXTS.manyPairs,
	}).optional(),
};

/** Returns `schema` with a check that the board does not contradict itself. */
const withBoardChecks = <Schema extends z.ZodType<BoardInput>>(schema: Schema) =>
	schema.check(({ value, issues }) => {
		const refuse = (path: (string | number)[], message: string) =>
			issues.push({ code: 'custom', path, message, input: value });
		for (const [path, message] of listContradictions(value)) refuse(path, message);
	});

/** The users that the sender's page showed as withdrawn. A board with seats for them has these on purpose. */
const knownWithdrawn = createIdListSchema(GROUP_LIMITS.groups * GROUP_LIMITS.players, {
	wrong: BOARD_TEXTS.knownWithdrawn,
	tooMany: BOARD_TEXTS.knownWithdrawn,
}).optional();

/** Body of POST …/groups: the whole board. Pins and pairs that are left out stay unchanged. */
export const saveGroupsInput = withBoardChecks(
	z.object({ ...boardFields, knownWithdrawn, version, idempotencyKey }),
);
export type SaveGroupsInput = z.output<typeof saveGroupsInput>;

export const boardInput = withBoardChecks(z.object(boardFields));

/** Body of POST …/groups/auto-split: the groups, pins and pairs of a `draft` replace the saved ones. */
export const autoSplitInput = z.object({
	draft: boardInput.optional(),
	groupCount: createIntegerSchema(
		AUTO_SPLIT_MIN_GROUPS,
		AUTO_SPLIT_BOUNDS.groups,
		BOARD_TEXTS.groupCount,
	).optional(),
	/** Whether the first-timers get one group, whose storyteller likes teaching. */
	firstTimersTogether: flag.optional(),
});

/** What begins the next round: without `version`, of the groups as they are now. */
export const nextRoundInput = z.object({
	/** The storytellers who play this time. */
	playing: createIdListSchema(GROUP_LIMITS.groups * (1 + GROUP_LIMITS.coStorytellers), {
		wrong: ROUND_TEXTS.cannotPlay,
		tooMany: ROUND_TEXTS.cannotPlay,
	}).optional(),
	version,
	idempotencyKey,
});

/** Yields every contradiction within a board as a path and a message. */
function* listContradictions({
	groups,
	pins = [],
	keepApart = [],
}: BoardInput): Generator<[(string | number)[], string]> {
	const ids = new Set<string>();
	const seated = new Set<string>();
	const storytellerIds = new Set<string>();
	for (const [i, { id, storytellerId }] of groups.entries()) {
		if (ids.has(id)) yield [['groups', i, 'id'], BOARD_TEXTS.sameGroupId];
		ids.add(id);
		if (storytellerId === null) continue;
		if (storytellerIds.has(storytellerId))
			yield [['groups', i, 'storytellerId'], BOARD_TEXTS.storytellerTwice];
		storytellerIds.add(storytellerId);
	}
	for (const [i, { coStorytellerIds = [] }] of groups.entries()) {
		for (const id of coStorytellerIds) {
			if (storytellerIds.has(id)) yield [['groups', i, 'coStorytellerIds'], BOARD_TEXTS.storytellerTwice];
			storytellerIds.add(id);
		}
	}
	for (const [i, { players, maxPlayers }] of groups.entries()) {
		if (players.length > maxPlayers) yield [['groups', i, 'players'], BOARD_TEXTS.full];
		for (const player of players) {
			if (seated.has(player)) yield [['groups', i, 'players'], BOARD_TEXTS.twice];
			if (storytellerIds.has(player)) yield [['groups', i, 'players'], BOARD_TEXTS.storytellerPlays];
			seated.add(player);
		}
	}
	const pinned = new Set<string>();
	for (const [i, pin] of pins.entries()) {
		if (pinned.has(pin.userId) || !ids.has(pin.groupId)) yield [['pins', i], BOARD_TEXTS.pins];
		pinned.add(pin.userId);
	}
	const pairs = new Set<string>();
	for (const [i, pair] of keepApart.entries()) {
		const key = [...pair].sort().join(' ');
		if (pair[0] === pair[1] || pairs.has(key)) yield [['keepApart', i], BOARD_TEXTS.keepApart];
		pairs.add(key);
	}
}

const command = <
	Type extends BoardStep['type'],
	Shape extends Fields<Exclude<keyof Extract<BoardStep, { type: Type }>, 'type'>>,
>(
	type: Type,
	shape: Shape,
) => z.object({ type: z.literal(type), ...shape });
/** User ids in one form field, separated by commas. */
const userIds = z
	.string(BOARD_TEXTS.noList)
	.transform((ids): (string | number)[] => ids.split(','))
	.pipe(z.array(userId).max(GROUP_LIMITS.players, BOARD_TEXTS.manyPlayers));
const emptyToNull = z.union([z.literal(''), z.null()]).transform(() => null);

/** One command on the saved board, from a menu without JavaScript. An empty storyteller or pin removes it. */
export const editGroupsInput = z.object({
	command: z.discriminatedUnion(
		'type',
		[
			command('addGroup', { id: groupId }),
			command('removeGroup', { groupId }),
			command('changeGroup', {
				groupId,
				name: groupName.optional(),
				maxPlayers: typedMaxPlayers.optional(),
				storytellerId: z.union([emptyToNull, userId]).optional(),
				coStorytellerId: z.union([emptyToNull, userId]).optional(),
				scriptId: z.union([emptyToNull, scriptId]).optional(),
				voiceChannelId: z.union([emptyToNull, voiceChannelId], BOARD_TEXTS.unknownVoiceChannel).optional(),
			}),
			command('moveGroup', { groupId, overGroupId: groupId }),
			command('movePlayer', { userId, groupId, before: userId.optional() }),
			command('removePlayer', { userId }),
			command('shuffleSeats', { groupId }),
			command('removeWithdrawn', { groupId }),
			command('replaceWithdrawn', { groupId, userIds }),
			command('removeCoStoryteller', { userId }),
			command('clear', {}),
			command('pin', { userId, groupId: z.union([emptyToNull, groupId]) }),
			command('keepApart', { a: userId, b: userId }),
			command('allowTogether', { a: userId, b: userId }),
		],
		'Please choose what to do',
	),
	version,
	idempotencyKey,
});
