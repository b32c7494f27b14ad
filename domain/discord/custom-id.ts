import { REGULAR_STATUSES } from '../events/series.ts';
import { DISCORD_ID, ROW_ID } from '../ids.ts';
import { POLL_ANSWERS } from '../polls/poll.ts';
import { ARRIVAL_CHOICES } from '../signups/question.ts';
import { SIGNUP_STATUSES } from '../signups/statuses.ts';

/** A part of a custom id. `read` returns undefined for any other text. */
type Part<Value> = { read(text: string): Value | undefined; write(value: Value): string };

const createChoice = <const Value>(
	values: readonly Value[],
	write: (value: Value) => string = String,
): Part<Value> => ({ read: (text) => values.find((value) => write(value) === text), write });
const createConstant = <const Text extends string>(text: Text) => createChoice([text]);
const createPattern = (pattern: RegExp): Part<string> => ({
	read: (text) => (pattern.test(text) ? text : undefined),
	write: String,
});

const ROW = createPattern(ROW_ID);
const STATUS = createChoice(SIGNUP_STATUSES);
const VERSION: Part<number> = {
	read: (text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined),
	write: String,
};

/** What a button, a menu or a modal on Discord does: the parts of its custom id, in their order. */
const LAYOUTS = [
	// The modal of a new event, or of an event whose version was shown, and what a draft offers.
	{ kind: createConstant('plan'), step: createConstant('new') },
	{ kind: createConstant('plan'), step: createConstant('edit'), eventId: ROW, version: VERSION },
	{
		kind: createConstant('plan'),
		step: createChoice(['again', 'storytellers', 'places', 'save']),
		draftId: ROW,
	},
	// The modal of a new poll, and what its draft offers.
	{ kind: createConstant('pollDraft'), step: createConstant('new') },
	{ kind: createConstant('pollDraft'), step: createChoice(['again', 'save']), draftId: ROW },
	// Signs a member up: what is chosen so far, and what the menu or button chooses or does.
	{
		kind: createConstant('add'),
		step: createChoice(['event', 'status', 'note', 'save']),
		discordId: createPattern(DISCORD_ID),
		eventId: ROW,
		status: STATUS,
	},
	{ kind: createConstant('signup'), eventId: ROW, status: STATUS },
	// Signs the member up for all later events of the series too.
	{ kind: createConstant('regular'), eventId: ROW, status: createChoice(REGULAR_STATUSES) },
	// Saves how many minutes after the start a late member arrives.
	{ kind: createConstant('arrival'), eventId: ROW, minutes: createChoice(ARRIVAL_CHOICES) },
	// `notes` opens the member's notes, `seat` says where they sit, `present` marks the players of their group, `nudge` asks
	// those who have not signed up, `message` opens the modal of a message, and `poll` shows the member's answers.
	{ kind: createChoice(['notes', 'seat', 'present', 'nudge', 'message', 'poll']), eventId: ROW },
	// Sends a stored message.
	{ kind: createConstant('send'), messageId: ROW },
	// A menu takes the times with its answer to a poll, and a button says no to all.
	{ kind: createConstant('vote'), eventId: ROW, answer: createChoice(POLL_ANSWERS) },
	// Takes an offered place, or passes on one that is offered or held.
	{
		kind: createConstant('place'),
		eventId: ROW,
		accept: createChoice([true, false], (accept) => (accept ? 'take' : 'pass')),
	},
	// Restores the status before a press (null: no signup) while the signup still has the recorded one.
	{
		kind: createConstant('undo'),
		eventId: ROW,
		previous: createChoice([null, ...SIGNUP_STATUSES], (status) => status ?? 'none'),
		recorded: STATUS,
	},
] as const satisfies readonly Record<string, Part<unknown>>[];

type ValuesOf<Layout> = {
	-readonly [Name in keyof Layout]: Layout[Name] extends Part<infer Value> ? Value : never;
};
export type CustomId = ValuesOf<(typeof LAYOUTS)[number]>;
export type PlanId = Extract<CustomId, { kind: 'plan' }>;
export type PollDraftId = Extract<CustomId, { kind: 'pollDraft' }>;
export type AddId = Extract<CustomId, { kind: 'add' }>;

const FORMS: readonly (readonly [string, Part<unknown>])[][] = LAYOUTS.map((layout) =>
	Object.entries(layout),
);

/** Returns the custom id of a button, a menu or a modal: at most 65 of the 100 characters that Discord allows. */
export function encodeCustomId(id: CustomId): string {
	const values: Record<string, unknown> = id;
	const isOf = ([name, part]: readonly [string, Part<unknown>]) =>
		(name !== 'kind' && name !== 'step') || part.read(String(values[name])) !== undefined;
	const form = FORMS.find((parts) => parts.every(isOf)) ?? [];
	return form.map(([name, part]) => part.write(values[name])).join(':');
}

/** Returns what a custom id means, or null for one that `encodeCustomId` does not create. */
export function decodeCustomId(text: string): CustomId | null {
	const texts = text.split(':');
	for (const parts of FORMS) {
		const values = parts.map(([name, part], index) => [name, part.read(texts[index] ?? '')] as const);
		if (texts.length === parts.length && values.every(([, value]) => value !== undefined))
			return Object.fromEntries(values) as CustomId;
	}
	return null;
}
