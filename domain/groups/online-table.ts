import { z } from 'zod';
import type { VoiceChannel } from '../discord/voice-channel.ts';
import { type EventStatus, endOf } from '../events/status.ts';
import { inflect } from '../format-count.ts';
import { MINUTE_MS, TABLE } from '../limits.ts';
import type { ScriptEntry, ScriptFile } from '../scripts/schema.ts';
import type { Edition } from '../scripts/script.ts';
import type { GroupDetails } from './board.ts';

/** The hand-off of a group to an online table: who sits where, and the link of the players (decision 0072). */

const seatSchema = z.object({
	name: z.string(),
	id: z.literal(''),
	role: z.object({}),
	reminders: z.array(z.never()),
	isVoteless: z.literal(false),
	isDead: z.literal(false),
});
/** The game state that the online table loads. A script of the library has its characters in `roles`. */
const tableStateSchema = z.object({
	bluffs: z.array(z.never()),
	edition: z.object({ id: z.string(), name: z.string().optional(), author: z.string().optional() }),
	roles: z.union([z.literal(''), z.array(z.looseObject({ id: z.string() }))]),
	fabled: z.array(z.never()),
	players: z.array(seatSchema),
});
export type TableState = z.infer<typeof tableStateSchema>;

/** Response of GET …/groups/{groupId}/table. `playersUrl` is null while no online table is set. */
export const tableSchema = z
	.object({
		state: tableStateSchema,
		names: z.array(z.string()),
		session: z.string(),
		playersUrl: z.string().nullable(),
	})
	.meta({ id: 'Table' });
export type TableView = z.infer<typeof tableSchema>;

/** A group as its storyteller hands it over: the seats in their order, clockwise. */
export type TableOnPage = TableView &
	Omit<GroupDetails, 'voiceChannelId'> & {
		id: string;
		voiceChannel: VoiceChannel | null;
		/** The names of its storytellers, co-storytellers last. */
		storytellers: string[];
		/** The group's script; a base edition has no `file`. */
		script: { name: string; file: string | null } | null;
		/** `stay`: how much of the event the player misses; null for nothing. */
		seats: { name: string; stay: string | null; isTraveller: boolean }[];
	};

/** A group's script: a base edition, or the file of a script of the library. */
export type TableScript = Edition | ScriptFile;

/** Returns the game state of at most `TABLE.seats` players, without pictures, whose hosts would see who plays. */
export const toTableState = (names: readonly string[], script: TableScript = 'tb'): TableState => ({
	bluffs: [],
	...toTableEdition(script),
	fabled: [],
	players: names.slice(0, TABLE.seats).map((name) => ({
		name,
		id: '' as const,
		role: {},
		reminders: [],
		isVoteless: false as const,
		isDead: false as const,
	})),
});

function toTableEdition(script: TableScript): Pick<TableState, 'edition' | 'roles'> {
	if (typeof script === 'string') return { edition: { id: script }, roles: '' };
	const { name, author, entries } = script;
	return {
		edition: { id: '_meta', name, ...(author === null ? {} : { author }) },
		roles: entries.map(({ image, ...entry }: ScriptEntry & { image?: unknown }) => entry),
	};
}

/** Returns in words that the game state has no seats for the last `count` names; null when all have one. */
export const describeNamesWithoutSeat = (count: number): string | null =>
	count === 0
		? null
		: `The table has ${TABLE.seats} seats, so the last ${inflect(count, 'name is', `${count} names are`)} not in it.`;

/** Returns the link of a session's players, or null without an online table. */
export const toPlayersUrl = (tableUrl: string, session: string): string | null =>
	tableUrl === '' ? null : `${tableUrl}/#${session}`;

/** Returns whether players may see the link of their table: from 30 minutes before the start until the end. */
export function isTableOpen(
	{ date, duration, status }: { date: Date; duration: number; status: EventStatus },
	now: Date,
): boolean {
	const opensAt = new Date(date.getTime() - TABLE.linkMinutes * MINUTE_MS);
	return status === 'active' && now >= opensAt && now < endOf({ date, duration });
}
