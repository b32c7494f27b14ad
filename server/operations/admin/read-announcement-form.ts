import type { AnnouncementSettings, DiscordChannelView } from '~/domain/admin/schema.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { listBlockingPermissions } from '~/domain/discord/permissions.ts';
import { type FieldErrors, invalid, Refusal } from '~/domain/refusal.ts';
import { listChannels } from '../../discord/channels.ts';
import { callDiscordForUser } from '../../discord/errors.ts';
import { readBotOnGuild } from '../../discord/guild.ts';
import { readAnnouncementSettings } from '../announcements/index.ts';
import { defineOperation } from '../kernel/operation.ts';

/** What can be chosen for announcements on Discord. */
type Choices = { channels: DiscordChannelView[]; roles: { id: string; name: string }[] };

/**
 * Returns the server's text and announcement channels with the permissions that the bot lacks there
 * (GET /api/admin/discord-channels). Throws Refusal 'upstream' (502) when Discord fails.
 */
export const listDiscordChannels = defineOperation({
	allow: 'discord.listChannels',
	handle: async (): Promise<DiscordChannelView[]> => (await readChoices()).channels,
});

/**
 * Returns the settings of announcements and reminders, and what can be chosen for them. When Discord fails, `choices`
 * is null and `error` is the reason; the settings can still be changed.
 */
export const readAnnouncementForm = defineOperation({
	allow: 'settings.saveAnnouncements',
	async handle(): Promise<{
		saved: AnnouncementSettings;
		choices: Choices | null;
		error: string | null;
	}> {
		const { channelId, roleId, hasThreads, daysBefore, reminderMinutes, reminderWay } =
			await readAnnouncementSettings();
		const saved = {
			announcement_channel_id: channelId,
			announcement_threads: hasThreads ? ('true' as const) : ('false' as const),
			announcement_role_id: roleId,
			announce_days_before: daysBefore,
			reminder_minutes: reminderMinutes.join(','),
			reminder_way: reminderWay,
		};
		try {
			return { saved, choices: await readChoices(), error: null };
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			return { saved, choices: null, error: error.message };
		}
	},
});

/**
 * Throws Refusal 'invalid' when the bot may not write in the channel, or the role does not exist. Only values that
 * differ from the saved ones are checked, and only while Discord responds: an outage must not keep an admin from a
 * change.
 */
export async function requireUsableChoices(
	values: Partial<Record<'announcement_channel_id' | 'announcement_role_id', string>>,
): Promise<void> {
	const saved = await readAnnouncementSettings();
	const { announcement_channel_id: channelId = '', announcement_role_id: roleId = '' } = values;
	const isNewChannel = channelId !== '' && channelId !== saved.channelId;
	const isNewRole = roleId !== '' && roleId !== saved.roleId;
	if (!isNewChannel && !isNewRole) return;
	const choices = await readChoices().catch((error: unknown) => {
		if (error instanceof Refusal) return null;
		throw error;
	});
	if (!choices) return;
	const fields: FieldErrors = {};
	const problem = isNewChannel ? refuseChannel(choices.channels.find(({ id }) => id === channelId)) : null;
	if (problem) fields.announcement_channel_id = [problem];
	if (isNewRole && !choices.roles.some(({ id }) => id === roleId)) {
		fields.announcement_role_id = [ADMIN_TEXTS.unknownRole];
	}
	if (Object.keys(fields).length > 0) throw invalid(fields);
}

function refuseChannel(channel: DiscordChannelView | undefined): string | null {
	if (!channel) return ADMIN_TEXTS.unknownChannel;
	if (channel.writable) return null;
	const names = listBlockingPermissions(channel.missing).map((name) => `“${name}”`);
	return `The bot can't post in #${channel.name}. Please give its role ${names.join(', ')} there.`;
}

async function readChoices(): Promise<Choices> {
	const bot = await callDiscordForUser(readBotOnGuild);
	if (!bot) {
		throw new Refusal(
			'upstream',
			'The bot is not on the server. Please invite it, and check DISCORD_GUILD_ID.',
		);
	}
	const channels = await callDiscordForUser(() => listChannels(bot));
	return {
		channels: channels.map(({ id, name, type, missing }) => ({
			id,
			name,
			type,
			missing,
			writable: listBlockingPermissions(missing).length === 0,
		})),
		roles: bot.mentionableRoles,
	};
}
