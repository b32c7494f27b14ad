import { foldText } from '../fold-text.ts';
import { TEXT_LIMITS } from '../limits.ts';
import { SIGNUP_STATUSES, STATUS_LABELS } from '../signups/statuses.ts';

const SUBCOMMAND = 1;
const TEXT = 3;
const USER_MENU = 2;
const MESSAGE_MENU = 3;

type CommandOption = {
	type: number;
	name: string;
	description: string;
	required?: boolean;
	/** Whether Discord asks for choices while the member types. */
	autocomplete?: boolean;
	max_length?: number;
	choices?: readonly { name: string; value: string }[];
	options?: readonly CommandOption[];
};
export type SlashCommand = { name: string; description: string; options: readonly CommandOption[] };
/** An entry in the menu of every message. */
type MessageMenu = { type: typeof MESSAGE_MENU; name: string };
/** An entry in the menu of every user. */
type UserMenu = { type: typeof USER_MENU; name: string };
export type Command = SlashCommand | MessageMenu | UserMenu;

const EVENT: CommandOption = {
	type: TEXT,
	name: 'event',
	description: 'Event name or number (default: next game)',
	max_length: TEXT_LIMITS.eventTitle,
	autocomplete: true,
};

const FOR_CREATORS = 'Creators: ';

/** The slash command as it is registered with Discord (decision 0020). */
export const BOTC_COMMAND: SlashCommand = {
	name: 'botc',
	description: 'Game nights: see the next event and sign up',
	options: [
		{ type: SUBCOMMAND, name: 'next', description: 'Show the next event and your signup' },
		{ type: SUBCOMMAND, name: 'events', description: 'List the next events and your signups' },
		{ type: SUBCOMMAND, name: 'groups', description: 'Show where you sit' },
		{
			type: SUBCOMMAND,
			name: 'signup',
			description: 'Sign up or change your signup',
			options: [
				{
					type: TEXT,
					name: 'status',
					description: 'Your signup status (default: confirmed)',
					choices: SIGNUP_STATUSES.map((value) => ({ name: STATUS_LABELS[value], value })),
				},
				{
					type: TEXT,
					name: 'notes',
					description: 'Notes for the creators and admins',
					max_length: TEXT_LIMITS.signupNotes,
				},
				EVENT,
			],
		},
		{ type: SUBCOMMAND, name: 'leave', description: 'Remove your signup', options: [EVENT] },
		{ type: SUBCOMMAND, name: 'create', description: `${FOR_CREATORS}plan an event` },
		{ type: SUBCOMMAND, name: 'edit', description: `${FOR_CREATORS}change an event`, options: [EVENT] },
		{
			type: SUBCOMMAND,
			name: 'cancel',
			description: `${FOR_CREATORS}cancel an event`,
			options: [
				{ ...EVENT, description: 'Event name or number', required: true },
				{
					type: TEXT,
					name: 'reason',
					description: 'Why; players see it',
					max_length: TEXT_LIMITS.cancelReason,
				},
			],
		},
		{ type: SUBCOMMAND, name: 'poll', description: `${FOR_CREATORS}ask for the date of an event` },
		{
			type: SUBCOMMAND,
			name: 'series',
			description: `${FOR_CREATORS}list the next dates of a series`,
			options: [EVENT],
		},
	],
};

/** Returns the subcommands for creators, or those for every member, with what they do, such as 'plan an event'. */
export const listSubcommands = (isForCreators: boolean): { name: string; purpose: string }[] =>
	BOTC_COMMAND.options
		.filter(({ description }) => description.startsWith(FOR_CREATORS) === isForCreators)
		.map(({ name, description }) => {
			const text = description.replace(FOR_CREATORS, '');
			return { name, purpose: text.charAt(0).toLowerCase() + text.slice(1) };
		});

/** What the menu of an event's message has. */
export const MESSAGE_MENUS = {
	edit: { type: MESSAGE_MENU, name: 'Edit event' },
	missing: { type: MESSAGE_MENU, name: 'Who has not signed up' },
	message: { type: MESSAGE_MENU, name: 'Message the players' },
} as const satisfies Record<string, MessageMenu>;

/** What the menu of a member has. */
export const SIGN_UP_MENU: UserMenu = { type: USER_MENU, name: 'Sign up for…' };

/** All that the bot registers on the server. */
export const COMMANDS: readonly Command[] = [BOTC_COMMAND, ...Object.values(MESSAGE_MENUS), SIGN_UP_MENU];

/** Returns whether the command that Discord knows equals `expected`, without properties that Discord adds. */
export function isSameCommand(known: unknown, expected: Command): boolean {
	return JSON.stringify(pickComparedFields(known)) === JSON.stringify(pickComparedFields(expected));
}

function pickComparedFields(value: unknown): unknown {
	const { name, description, type, required, autocomplete, max_length, choices, options } = Object(
		value,
	) as Record<string, unknown>;
	return {
		name,
		// Discord returns an empty description of a menu.
		description: description || null,
		// A command without a type is a slash command (type 1).
		type: type ?? 1,
		isRequired: required === true,
		isCompleted: autocomplete === true,
		max_length: max_length ?? null,
		choices: toArray(choices).map((choice) => [Object(choice).name, Object(choice).value]),
		options: toArray(options).map(pickComparedFields),
	};
}

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export type NamedEvent = { id: string; title: string; status: string };
export type EventChoice<T> =
	| { kind: 'one'; event: T }
	| { kind: 'none' }
	| { kind: 'several'; titles: string[] };

/**
 * Returns the event that `query` means: the first with this title, else the only one whose title contains it,
 * without case and accents. Events that are not active count only when no active one matches.
 */
export function chooseEvent<T extends NamedEvent>(events: readonly T[], query: string): EventChoice<T> {
	const foldedQuery = foldText(query).trim();
	const active = events.filter(({ status }) => status === 'active');
	for (const list of [active, events]) {
		const exact = list.find(({ title }) => foldText(title).trim() === foldedQuery);
		if (exact) return { kind: 'one', event: exact };
		const [first, ...others] = list.filter(({ title }) => foldText(title).includes(foldedQuery));
		if (first && others.length === 0) return { kind: 'one', event: first };
		if (first) return { kind: 'several', titles: [first, ...others].map(({ title }) => title) };
	}
	return { kind: 'none' };
}
