import { setTimeout as sleep } from 'node:timers/promises';
import {
	type APIModalInteractionResponseCallbackData,
	type AutocompleteInteraction,
	type ButtonInteraction,
	type ChatInputCommandInteraction,
	type Interaction,
	type MessageContextMenuCommandInteraction,
	MessageFlags,
	type ModalSubmitInteraction,
	type StringSelectMenuInteraction,
	type UserContextMenuCommandInteraction,
} from 'discord.js';
import { BOTC_COMMAND, MESSAGE_MENUS, SIGN_UP_MENU } from '~/domain/discord/command.ts';
import { escapeMarkdown } from '~/domain/discord/escape.ts';
import { formatJoinReply, MODAL_TOO_SLOW } from '~/domain/discord/replies.ts';
import type { Actor } from '~/domain/policy.ts';
import { recordMembership } from '../auth/membership.ts';
import { config } from '../config.ts';
import { callDiscordForUser, summarizeForLog } from '../discord/errors.ts';
import { type GuildMember, getGuildMember, hasRequiredRole } from '../discord/members.ts';
import { accountSchema, nameSchema } from '../discord/parse.ts';
import { asRefusal } from '../http/status.ts';
import { log } from '../log.ts';
import { findMember, findOrCreateMember } from '../operations/botc/index.ts';
import { perform } from '../operations/kernel/operation.ts';
import { executeButton, executeMenu, executeModal, opensModal, readModalOfButton } from './buttons.ts';
import { executeSubcommand, listChoices } from './command.ts';
import type { KeyedSequences } from './keyed-sequences.ts';
import { readMessageModal } from './message-players.ts';
import { listMissing, readMenuModal, readPlanModal } from './plan-event/plan-event.ts';
import { readPollModal } from './plan-event/plan-poll.ts';
import type { MemberCall, Reply } from './reply.ts';
import { openSignUp } from './sign-up-for.ts';

/** Discord waits three seconds for the first response; after this time the bot shows “thinking…” instead. */
const DEFER_AFTER_MS = 1_200;
/** A modal cannot follow “thinking…”, so what it shows is read within this time or not at all. */
const MODAL_WITHIN_MS = 2_000;

/** The subcommands about an event whose first response is a modal. */
const MODAL_COMMANDS = ['create', 'edit'];

/** When an interaction came, and the work of all members that is under way. */
type Arrival = { now: Date; sequences: KeyedSequences };
type ModalOpener = ButtonInteraction | ChatInputCommandInteraction | MessageContextMenuCommandInteraction;
type MemberInteraction =
	| ModalOpener
	| UserContextMenuCommandInteraction
	| StringSelectMenuInteraction
	| ModalSubmitInteraction;

/**
 * Responds to `/botc`, to the entries in the menus of messages and users, and to the buttons, menus and modals of the bot's messages, so that only the member sees it;
 * ignores any other interaction. What one member did is carried out in the order of the calls of this function, so that the
 * last press counts; other members do not wait. Never rejects.
 */
export async function handleInteraction(interaction: Interaction, arrival: Arrival): Promise<void> {
	try {
		if (interaction.isAutocomplete())
			return await interaction.respond(await listChoicesForMember(interaction, arrival.now));
		const answer = findAnswer(interaction);
		if (answer && 'modal' in answer) await openModal(answer.interaction, arrival, answer.modal);
		else if (answer)
			await sendReply(answer.interaction, runForMember(answer.interaction, arrival, answer.reply));
	} catch (error) {
		// The member sees Discord's own "did not respond"; the action itself was carried out or refused.
		log().warn(
			{ interaction: interaction.type, problem: summarizeForLog(error) ?? 'no response' },
			'reply not delivered',
		);
	}
}

type Answer =
	| {
			interaction: ModalOpener;
			modal: (call: MemberCall) => Promise<APIModalInteractionResponseCallbackData>;
	  }
	| { interaction: MemberInteraction; reply: (call: MemberCall) => Promise<Reply> };

/** Returns what responds to an interaction, a modal or a reply; null for one that is not ours. */
function findAnswer(interaction: Interaction): Answer | null {
	if (interaction.isChatInputCommand()) {
		if (interaction.commandName !== BOTC_COMMAND.name) return null;
		if (interaction.options.getSubcommand() === 'poll') return { interaction, modal: readPollModal };
		return MODAL_COMMANDS.includes(interaction.options.getSubcommand())
			? { interaction, modal: (call) => readPlanModal(interaction, call) }
			: { interaction, reply: (call) => executeSubcommand(interaction, call) };
	}
	if (interaction.isMessageContextMenuCommand()) {
		if (interaction.commandName === MESSAGE_MENUS.edit.name)
			return { interaction, modal: (call) => readMenuModal(interaction, call) };
		if (interaction.commandName === MESSAGE_MENUS.message.name)
			return { interaction, modal: (call) => readMessageModal(interaction, call) };
		return interaction.commandName === MESSAGE_MENUS.missing.name
			? { interaction, reply: (call) => listMissing(interaction, call) }
			: null;
	}
	if (interaction.isUserContextMenuCommand())
		return interaction.commandName === SIGN_UP_MENU.name
			? { interaction, reply: (call) => openSignUp(interaction, call) }
			: null;
	if (interaction.isButton())
		return opensModal(interaction)
			? { interaction, modal: (call) => readModalOfButton(interaction, call) }
			: { interaction, reply: (call) => executeButton(interaction, call) };
	if (interaction.isStringSelectMenu())
		return { interaction, reply: (call) => executeMenu(interaction, call) };
	return interaction.isModalSubmit()
		? { interaction, reply: (call) => executeModal(interaction, call) }
		: null;
}

/**
 * Sends the reply within Discord's three seconds, or “thinking…” and then the reply. A reply to a button that
 * only the member sees changes the message with the button.
 */
async function sendReply(interaction: MemberInteraction, reply: Promise<Reply>): Promise<void> {
	const flags = MessageFlags.Ephemeral;
	const allowedMentions = { parse: [] };
	const early = await Promise.race([reply, sleep(DEFER_AFTER_MS, null, { ref: false })]);
	const own = findOwnMessage(interaction);
	if (early !== null) {
		if (own) await own.update({ ...early, allowedMentions });
		else await interaction.reply({ ...early, flags, allowedMentions });
		return;
	}
	if (own) await own.deferUpdate();
	else await interaction.deferReply({ flags });
	await interaction.editReply({ ...(await reply), allowedMentions });
}

/** Returns the interaction when its button is on a message that only the member sees, and null otherwise. */
function findOwnMessage(interaction: MemberInteraction) {
	if (interaction.isCommand()) return null;
	if (interaction.isModalSubmit() && !interaction.isFromMessage()) return null;
	return interaction.message.flags.has(MessageFlags.Ephemeral) ? interaction : null;
}

/** Opens the modal that `read` returns, or says why it cannot be opened. */
async function openModal(
	interaction: ModalOpener,
	arrival: Arrival,
	read: (call: MemberCall) => Promise<APIModalInteractionResponseCallbackData>,
): Promise<void> {
	const opened = runForMember(interaction, arrival, read);
	const tooSlow = sleep(MODAL_WITHIN_MS, { content: MODAL_TOO_SLOW }, { ref: false });
	const result = await Promise.race([opened, tooSlow]);
	if ('title' in result) await interaction.showModal(result);
	else await sendReply(interaction, Promise.resolve(result));
}

/**
 * Runs `execute` after the member's earlier interactions, when the user is a member with the required role, and returns
 * its result. Returns the text of a refusal or of an error instead.
 */
function runForMember<Result>(
	interaction: MemberInteraction,
	{ now, sequences }: Arrival,
	execute: (call: MemberCall) => Promise<Result>,
): Promise<Result | Reply> {
	return sequences.run(interaction.user.id, () => executeForMember(interaction, now, execute));
}

async function executeForMember<Result>(
	interaction: MemberInteraction,
	now: Date,
	execute: (call: MemberCall) => Promise<Result>,
): Promise<Result | Reply> {
	try {
		const member = await readGuildMember(interaction);
		if (!member || !hasRequiredRole(member)) {
			const { COMMUNITY_NAME: community, COMMUNITY_JOIN_URL: joinUrl } = config();
			return { content: formatJoinReply({ community, ...(joinUrl ? { joinUrl } : {}) }) };
		}
		const { id, username, globalName: global_name, avatar } = interaction.user;
		const account = accountSchema.parse({ id, username, global_name, avatar });
		let known: Actor | null = null;
		const findActor = async () => {
			known ??= await findMember(id);
			return known;
		};
		return await execute({
			discordId: id,
			now,
			findActor,
			async findOrCreateActor() {
				known = await findOrCreateMember({ ...account, nickname: member.nickname }, now);
				if (known) await recordMembership(known.id, true, now);
				return known;
			},
			perform: async (operation, args) => perform(operation, { actor: await findActor(), now }, args),
		});
	} catch (error) {
		const refusal = asRefusal(error);
		if (refusal) return { content: escapeMarkdown(refusal.message) };
		log().error({ interaction: interaction.type, err: error }, 'interaction failed');
		return { content: 'Something went wrong on our side. Please try again.' };
	}
}

/** Returns what Discord offers while a member types an option; nothing to users who are no members. */
async function listChoicesForMember(interaction: AutocompleteInteraction, now: Date) {
	const member = await readGuildMember(interaction);
	return member && hasRequiredRole(member) ? listChoices(interaction, now) : [];
}

/**
 * Returns the member as the interaction has them, without a call to Discord. Direct messages come without a
 * member, so there Discord is asked. Returns null on other servers and for users who are not members.
 */
function readGuildMember({
	guildId,
	member,
	user,
}: MemberInteraction | AutocompleteInteraction): Promise<GuildMember | null> | GuildMember | null {
	if (guildId === null) return callDiscordForUser(() => getGuildMember(user.id));
	if (guildId !== config().DISCORD_GUILD_ID || !member) return null;
	const roles = Array.isArray(member.roles) ? member.roles : [...member.roles.cache.keys()];
	return { roles, nickname: nameSchema.parse('nickname' in member ? member.nickname : member.nick) };
}
