import { setTimeout as sleep } from 'node:timers/promises';
import { type ChatInputCommandInteraction, type Interaction, MessageFlags } from 'discord.js';
import { BOTC_COMMAND } from '~/domain/discord/command.ts';
import {
	escapeMarkdown,
	formatErasedReply,
	formatJoinReply,
	formatLeaveReply,
	formatNextEventReply,
	formatSignupReply,
} from '~/domain/discord/command-texts.ts';
import type { Actor } from '~/domain/policy.ts';
import { config } from '../config.ts';
import { summarizeForLog } from '../discord/errors.ts';
import { hasRequiredRole } from '../discord/members.ts';
import { accountSchema, nameSchema } from '../discord/parse.ts';
import { asRefusal } from '../http/status.ts';
import { log } from '../log.ts';
import { perform } from '../operations/kernel/operation.ts';
import { getEventUrl } from '../operations/mirror/index.ts';
import {
	findMember,
	findOrCreateMember,
	leaveByCommand,
	showNextGame,
	signUpByCommand,
} from '../operations/signups/index.ts';

/** Discord waits three seconds for the first response; after this time the bot shows “thinking…” instead. */
const DEFER_AFTER_MS = 1_200;

/** Responds to `/botc` so that only the member sees it; ignores any other interaction. Never rejects. */
export async function handleInteraction(interaction: Interaction, now: Date): Promise<void> {
	if (!interaction.isChatInputCommand() || interaction.commandName !== BOTC_COMMAND.name) return;
	try {
		await reply(interaction, executeCommand(interaction, now));
	} catch (error) {
		// The member sees Discord's own "did not respond"; the command itself was carried out or refused.
		log().warn(
			{ command: BOTC_COMMAND.name, problem: summarizeForLog(error) ?? 'no response' },
			'reply not delivered',
		);
	}
}

async function reply(interaction: ChatInputCommandInteraction, text: Promise<string>): Promise<void> {
	const flags = MessageFlags.Ephemeral;
	const allowedMentions = { parse: [] };
	const earlyText = await Promise.race([text, sleep(DEFER_AFTER_MS, null, { ref: false })]);
	if (earlyText !== null) {
		await interaction.reply({ content: earlyText, flags, allowedMentions });
		return;
	}
	await interaction.deferReply({ flags });
	await interaction.editReply({ content: await text, allowedMentions });
}

/** Returns the text of the response; a refusal is returned as a text too. */
async function executeCommand(interaction: ChatInputCommandInteraction, now: Date): Promise<string> {
	try {
		const { COMMUNITY_NAME, COMMUNITY_JOIN_URL, DISCORD_GUILD_ID } = config();
		if (interaction.guildId !== DISCORD_GUILD_ID || !hasRequiredRole({ roles: getRoles(interaction) })) {
			const community = COMMUNITY_NAME;
			return formatJoinReply({ community, ...(COMMUNITY_JOIN_URL ? { joinUrl: COMMUNITY_JOIN_URL } : {}) });
		}
		return await executeSubcommand(interaction, now);
	} catch (error) {
		const refusal = asRefusal(error);
		if (refusal) return escapeMarkdown(refusal.message);
		log().error({ command: BOTC_COMMAND.name, err: error }, 'command failed');
		return 'Something went wrong on our side. Please try again.';
	}
}

async function executeSubcommand(interaction: ChatInputCommandInteraction, now: Date): Promise<string> {
	const { options, user } = interaction;
	const read = () => ({
		status: options.getString('status') ?? undefined,
		notes: options.getString('notes') ?? undefined,
		event: options.getString('event') ?? undefined,
	});
	switch (options.getSubcommand()) {
		case 'next': {
			const event = await perform(showNextGame, { actor: await findMember(user.id), now });
			return formatNextEventReply(event, getEventUrl(event.id));
		}
		case 'signup': {
			const actor = await findOrCreateActor(interaction, now);
			if (!actor) return formatErasedReply(config().APP_URL);
			const { event, status } = await perform(signUpByCommand, { actor, now }, { read });
			return formatSignupReply(event, status, getEventUrl(event.id));
		}
		case 'leave': {
			const { event } = await perform(leaveByCommand, { actor: await findMember(user.id), now }, { read });
			return formatLeaveReply(event, getEventUrl(event.id));
		}
		default:
			return 'This command no longer exists. Please reload Discord.';
	}
}

function findOrCreateActor({ user, member }: ChatInputCommandInteraction, now: Date): Promise<Actor | null> {
	const { id, username, globalName: global_name, avatar } = user;
	const nickname = nameSchema.parse(member && 'nickname' in member ? member.nickname : member?.nick);
	return findOrCreateMember({ ...accountSchema.parse({ id, username, global_name, avatar }), nickname }, now);
}

/** Returns the member's roles as the interaction has them, without a call to Discord or the database. */
function getRoles({ member }: ChatInputCommandInteraction): string[] {
	if (!member) return [];
	return Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()];
}
