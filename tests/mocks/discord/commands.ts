import type {
	APIChatInputApplicationCommandInteractionData,
	APIMessageApplicationCommandInteractionData,
	APIUserApplicationCommandInteractionData,
} from 'discord.js';
import { toMessageObject } from './messages.ts';
import {
	MEMBER_PERMISSIONS,
	toBotMemberObject,
	toBotUserObject,
	toMemberObject,
	toUserObject,
} from './objects.ts';
import type { StandInState } from './state.ts';

export type CommandChoice = { name: string; value: unknown };
/** A subcommand (1), a text (3), a whole number (4), a boolean (5), a user (6), a number (10), … */
export type CommandOption = {
	type: number;
	name: string;
	description?: string;
	required?: boolean | null;
	autocomplete?: boolean | null;
	min_length?: number | null;
	max_length?: number | null;
	choices?: CommandChoice[] | null;
	options?: CommandOption[] | null;
};
/** A command that the app has registered: a slash command (type 1), or a command of a user's (2) or a message's menu (3). */
export type RegisteredCommand = {
	id: string;
	name: string;
	description: string;
	type: number;
	/** Only slash commands have options. */
	options?: CommandOption[];
} & Record<string, unknown>;

type OptionValues = Record<string, string | number | boolean>;
/** A slash command as a member types it in a channel. Each value has the type of the command's option. */
export type Invocation = {
	userId: string;
	command: string;
	subcommand?: string;
	options?: OptionValues;
	channelId?: string;
};
/** The text that a member has typed so far for one option, beside the values of other options. */
export type Typing = Invocation & { option: string; value: string };
/** A command that a member chooses from the menu of a user, in a channel. */
export type UserMenuChoice = { userId: string; command: string; targetId: string; channelId?: string };
/** A command that a member chooses from the menu of a message. */
export type MessageMenuChoice = { userId: string; command: string; messageId: string };

export const SLASH_COMMAND = 1;
export const USER_COMMAND = 2;
export const MESSAGE_COMMAND = 3;
const SUBCOMMAND = 1;
const USER_OPTION = 6;

/** Returns the options of a slash command or of one of its subcommands. Throws when there is no such command. */
export function listOptions(
	state: StandInState,
	{ command: name, subcommand }: Pick<Invocation, 'command' | 'subcommand'>,
): CommandOption[] {
	const { options = [] } = getCommand(state, name, SLASH_COMMAND);
	const subcommands = options.filter(({ type }) => type === SUBCOMMAND);
	if (subcommand === undefined && subcommands.length > 0) throw new Error(`/${name} needs a subcommand`);
	if (subcommand === undefined) return options;
	const found = subcommands.find((candidate) => candidate.name === subcommand);
	if (!found) throw new Error(`/${name} has no subcommand ${subcommand}`);
	return found.options ?? [];
}

/** Returns the data of an invoked slash command. Throws for input that Discord's client would not send. */
export function createCommandData(
	state: StandInState,
	invocation: Invocation,
): APIChatInputApplicationCommandInteractionData {
	const { command, options = {} } = invocation;
	const known = listOptions(state, invocation);
	requireKnownValues(command, known, options);
	const missing = known.find(({ required, name }) => required && !(name in options));
	if (missing) throw new Error(`/${command} needs the option ${missing.name}`);
	const data = createOptionData(state, invocation, toValueData(known, options));
	const userIds = known.flatMap(({ type, name }) => (type === USER_OPTION ? (options[name] ?? []) : []));
	if (userIds.length === 0) return data;
	const resolved = userIds.map((id) => resolveUser(state, String(id)));
	const merge = (kind: 'users' | 'members') => Object.assign({}, ...resolved.map((each) => each[kind]));
	return { ...data, resolved: { users: merge('users'), members: merge('members') } };
}

/**
 * Returns the data of a request for suggestions, and the type of the option. Required options may be missing. Throws for
 * input that Discord's client would not send.
 */
export function createAutocompleteData(state: StandInState, typing: Typing) {
	const { command, option: name, value, options = {} } = typing;
	const known = listOptions(state, typing);
	const focused = known.find((candidate) => candidate.name === name);
	if (!focused) throw new Error(`/${command} has no option ${name}`);
	if (!focused.autocomplete) throw new Error(`/${command} suggests nothing for ${name}`);
	requireKnownValues(command, known, options);
	const values = toValueData(known, { ...options, [name]: value });
	const marked = values.map((each) => (each.name === name ? { ...each, focused: true } : each));
	return { optionType: focused.type, data: createOptionData(state, typing, marked) };
}

/** Returns the data of a command of a user's menu. Throws when there is no such command or user. */
export function createUserMenuData(
	state: StandInState,
	{ command: name, targetId }: UserMenuChoice,
): APIUserApplicationCommandInteractionData {
	const command = getCommand(state, name, USER_COMMAND);
	return {
		...toCommandFields(state, command),
		type: USER_COMMAND,
		target_id: targetId,
		resolved: resolveUser(state, targetId),
	};
}

/** Returns the data of a command of a message's menu. Throws when there is no such command or message. */
export function createMessageMenuData(
	state: StandInState,
	{ command: name, messageId }: MessageMenuChoice,
): APIMessageApplicationCommandInteractionData {
	const command = getCommand(state, name, MESSAGE_COMMAND);
	const message = state.channels.findMessage(messageId);
	if (!message) throw new Error(`There is no message ${messageId}`);
	const resolved = { messages: { [messageId]: toMessageObject(state, message) } };
	return {
		...toCommandFields(state, command),
		type: MESSAGE_COMMAND,
		target_id: messageId,
		resolved: resolved as APIMessageApplicationCommandInteractionData['resolved'],
	};
}

const COMMAND_KINDS: Record<number, (name: string) => string> = {
	[SLASH_COMMAND]: (name) => `/${name}`,
	[USER_COMMAND]: (name) => `“${name}” for users`,
	[MESSAGE_COMMAND]: (name) => `“${name}” for messages`,
};

function getCommand({ interactions }: StandInState, name: string, type: number): RegisteredCommand {
	const command = interactions.commands.find((each) => each.name === name && each.type === type);
	if (!command) throw new Error(`The app has registered no command ${COMMAND_KINDS[type]?.(name)}`);
	return command;
}

const toCommandFields = ({ guild }: StandInState, { id, name }: RegisteredCommand) => ({
	id,
	name,
	guild_id: guild.guildId,
});

/** Returns a user and, for a member, the member: with permissions, and without the user, `mute` and `deaf`. */
function resolveUser(state: StandInState, id: string): APIUserApplicationCommandInteractionData['resolved'] {
	const isBot = id === state.guild.botUserId;
	const user = isBot ? toBotUserObject(state) : toUserObject(state.getUser(id));
	const found = isBot ? toBotMemberObject(state) : toMemberObject(state.getUser(id));
	if (!found) return { users: { [id]: user } };
	const { user: _user, mute: _mute, deaf: _deaf, ...member } = found;
	return { users: { [id]: user }, members: { [id]: { ...member, permissions: MEMBER_PERMISSIONS } } };
}

/** The JavaScript types of the options' values. Users and other objects are sent by their ID. */
const VALUE_TYPES: Record<number, string> = { 4: 'number', 5: 'boolean', 10: 'number' };

/** An option with suggestions takes any value. */
function requireKnownValues(command: string, known: readonly CommandOption[], values: OptionValues): void {
	for (const [key, value] of Object.entries(values)) {
		const option = known.find((candidate) => candidate.name === key);
		if (!option) throw new Error(`/${command} has no option ${key}`);
		if (typeof value !== (VALUE_TYPES[option.type] ?? 'string'))
			throw new Error(`/${command} takes no ${typeof value} for ${key}`);
		if (option.choices?.length && !option.choices.some((choice) => choice.value === value))
			throw new Error(`/${command} offers no ${key} ${value}`);
	}
}

const toValueData = (known: readonly CommandOption[], values: OptionValues) =>
	known.flatMap(({ type, name }) => {
		const value = values[name];
		return value === undefined ? [] : [{ type, name, value }];
	});

function createOptionData(
	state: StandInState,
	{ command: name, subcommand }: Invocation,
	values: object[],
): APIChatInputApplicationCommandInteractionData {
	const command = getCommand(state, name, SLASH_COMMAND);
	const options =
		subcommand === undefined ? values : [{ type: SUBCOMMAND, name: subcommand, options: values }];
	return {
		...toCommandFields(state, command),
		type: SLASH_COMMAND,
		options: options as NonNullable<APIChatInputApplicationCommandInteractionData['options']>,
	};
}
