import type { AnnouncementSettings, DiscordChannelView } from '~/domain/admin/schema.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import {
	describeRoleProblem,
	EVENT_ROLE_KEYS,
	type EventRoleSetting,
	findRoleProblem,
	ONE_ROLE_TWICE,
	preventsChoosing,
	type RoleProblem,
} from '~/domain/discord/event-roles.ts';
import { listBlockingPermissions } from '~/domain/discord/permissions.ts';
import { type FieldErrors, invalid, Refusal } from '~/domain/refusal.ts';
import { listChannels } from '../../discord/channels.ts';
import { callDiscordForUser } from '../../discord/errors.ts';
import { type BotOnGuild, readBotOnGuild } from '../../discord/guild.ts';
import { readAnnouncementSettings } from '../announcements/index.ts';
import { readEventRoles, toRoleGiver } from '../event-roles/index.ts';
import { defineOperation } from '../kernel/operation.ts';

/** A role of the server. `problem`: why the bot cannot give it during an event, and `remedy` what to do. */
type RoleChoice = { id: string; name: string; problem: RoleProblem | null; remedy: string | null };
type Choices = { channels: DiscordChannelView[]; roles: RoleChoice[] };
type ChoiceKey = 'announcement_channel_id' | 'announcement_role_id' | EventRoleSetting;

/**
 * Returns the server's text and announcement channels with the permissions that the bot lacks there
 * (GET /api/admin/discord-channels). Throws Refusal 'upstream' (502) when Discord fails.
 */
export const listDiscordChannels = defineOperation({
	allow: 'discord.listChannels',
	handle: async (): Promise<DiscordChannelView[]> => readChannels(await readBot()),
});

/**
 * Returns the settings of announcements, reminders and roles, and what can be chosen for them. When Discord fails, `choices`
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
		const { role_tonight, role_storytellers_tonight } = await readEventRoles();
		const saved = {
			announcement_channel_id: channelId,
			announcement_threads: hasThreads ? ('true' as const) : ('false' as const),
			announcement_role_id: roleId,
			role_tonight,
			role_storytellers_tonight,
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
 * Throws Refusal 'invalid' when the bot may not write in the channel, the role to mention does not exist, or the bot cannot
 * give a role of events. Only values that differ from the saved ones are checked, and only while Discord responds: an
 * outage must not keep an admin from a change. A role of events is checked again before it is given.
 */
export async function requireUsableChoices(values: Partial<Record<ChoiceKey, string>>): Promise<void> {
	const { channelId, roleId } = await readAnnouncementSettings();
	const eventRoles = await readEventRoles();
	const saved = { announcement_channel_id: channelId, announcement_role_id: roleId, ...eventRoles };
	const isNew = (key: ChoiceKey) => Boolean(values[key]) && values[key] !== saved[key];
	if (!Object.keys(saved).some((key) => isNew(key as ChoiceKey))) return;
	const [first, second] = EVENT_ROLE_KEYS.map((key) => values[key] ?? saved[key]);
	const bot = await readBot().catch(nullForRefusal);
	const channels =
		bot && isNew('announcement_channel_id') ? await readChannels(bot).catch(nullForRefusal) : null;
	const problems: Partial<Record<ChoiceKey, string | null>> = {
		announcement_channel_id:
			channels && refuseChannel(channels.find(({ id }) => id === values.announcement_channel_id)),
		announcement_role_id: bot?.mentionableRoles.every(({ id }) => id !== values.announcement_role_id)
			? ADMIN_TEXTS.unknownRole
			: null,
	};
	for (const key of EVENT_ROLE_KEYS)
		problems[key] = first === second ? ONE_ROLE_TWICE : bot && refuseEventRole(values[key] ?? '', bot);
	const fields: FieldErrors = {};
	for (const [key, problem] of Object.entries(problems))
		if (problem && isNew(key as ChoiceKey)) fields[key] = [problem];
	if (Object.keys(fields).length > 0) throw invalid(fields);
}

function nullForRefusal(error: unknown): null {
	if (error instanceof Refusal) return null;
	throw error;
}

/** Returns why a role cannot be the role of an event, or null. */
function refuseEventRole(roleId: string, bot: BotOnGuild): string | null {
	const role = bot.roles.find(({ id }) => id === roleId);
	const problem = findRoleProblem(role, toRoleGiver(bot));
	return preventsChoosing(problem) ? describeRoleProblem(problem, role) : null;
}

function refuseChannel(channel: DiscordChannelView | undefined): string | null {
	if (!channel) return ADMIN_TEXTS.unknownChannel;
	if (channel.writable) return null;
	const names = listBlockingPermissions(channel.missing).map((name) => `“${name}”`);
	return `The bot can't post in #${channel.name}. Please give its role ${names.join(', ')} there.`;
}

async function readChoices(): Promise<Choices> {
	const bot = await readBot();
	return {
		channels: await readChannels(bot),
		roles: bot.mentionableRoles.map((role) => {
			const problem = findRoleProblem(role, toRoleGiver(bot));
			const remedy = problem && describeRoleProblem(problem, role);
			return { id: role.id, name: role.name, problem, remedy };
		}),
	};
}

async function readBot(): Promise<BotOnGuild> {
	const bot = await callDiscordForUser(readBotOnGuild);
	if (bot) return bot;
	throw new Refusal(
		'upstream',
		'The bot is not on the server. Please invite it, and check DISCORD_GUILD_ID.',
	);
}

async function readChannels(bot: BotOnGuild): Promise<DiscordChannelView[]> {
	const channels = await callDiscordForUser(() => listChannels(bot));
	return channels.map(({ id, name, type, missing }) => ({
		id,
		name,
		type,
		missing,
		writable: listBlockingPermissions(missing).length === 0,
	}));
}
