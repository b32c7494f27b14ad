import { selectColumn, selectValue } from '~/database/sql.ts';
import { type KnownChannel, VOICE_CHANNELS_SETTING } from '~/domain/discord/voice-channel.ts';
import type { GroupDetails } from '~/domain/groups/board.ts';
import { BOARD_TEXTS } from '~/domain/groups/texts.ts';
import { type FieldErrors, Refusal } from '~/domain/refusal.ts';
import { listVoiceChannels, VOICE } from '../../discord/channels.ts';
import { callDiscordForUser } from '../../discord/errors.ts';
import { readBotOnGuild } from '../../discord/guild.ts';
import type { GroupsState } from '../../wire/groups.ts';
import { VOICE_CHANNELS } from '../../wire/seat-sql.ts';
import { isId } from '../kernel/operation.ts';
import { keepSetting } from '../kernel/settings.ts';

/**
 * Asks Discord for the voice channels of the server that the bot sees, keeps their names, which pages show, and returns
 * whether they differ from before. Throws as `callDiscord` does.
 */
export async function renewVoiceChannels(now: Date): Promise<boolean> {
	const bot = await readBotOnGuild();
	if (!bot) return false;
	return keepSetting(VOICE_CHANNELS_SETTING, JSON.stringify(await listVoiceChannels(bot)), now);
}

/** What Discord reports of a channel. */
export type ReportedChannel = { id: string; type: number; name?: string | null | undefined };

/** Reads the voice channels again when one was created, deleted or has another name. */
export async function noteChannelChange({ id, type, name }: ReportedChannel, now: Date): Promise<void> {
	if (type !== VOICE) return;
	const channels = await selectValue<KnownChannel[]>(`SELECT ${VOICE_CHANNELS}`);
	const known = channels?.find((channel) => channel.id === id);
	if (!known || known.name !== name) await renewVoiceChannels(now);
}

type SentGroup = Partial<Pick<GroupDetails, 'voiceChannelId'>>;
const listChannelIds = (groups: readonly SentGroup[]): string[] =>
	groups.flatMap(({ voiceChannelId }) => voiceChannelId ?? []);

/**
 * Asks Discord for the voice channels when one is chosen that no group of the event has. When Discord does not respond, those
 * that are known count. It is called before a transaction, because Discord may take seconds.
 */
export async function askForNewChannels(
	eventId: string,
	groups: readonly SentGroup[],
	now: Date,
): Promise<void> {
	const ids = listChannelIds(groups);
	if (ids.length === 0 || !isId(eventId)) return;
	const saved = await selectColumn(
		'SELECT voice_channel_id AS id FROM groups WHERE event_id = :eventId AND voice_channel_id = ANY(:ids::text[])',
		{ eventId, ids },
	);
	if (ids.every((id) => saved.includes(id))) return;
	await callDiscordForUser(() => renewVoiceChannels(now)).catch((error: unknown) => {
		if (!(error instanceof Refusal)) throw error;
	});
}

/** Returns an error for each group with a voice channel that the server does not have and no saved group has. */
export function findUnknownChannels(
	groups: readonly SentGroup[],
	{ board, voiceChannels }: Pick<GroupsState, 'board' | 'voiceChannels'>,
): FieldErrors {
	const known = new Set([...voiceChannels.map(({ id }) => id), ...listChannelIds(board.groups)]);
	return Object.fromEntries(
		groups.flatMap(({ voiceChannelId }, index) =>
			!voiceChannelId || known.has(voiceChannelId)
				? []
				: [[`groups.${index}.voiceChannelId`, [BOARD_TEXTS.unknownVoiceChannel]]],
		),
	);
}
