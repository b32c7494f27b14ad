import { isRegularStatus, type RegularStatus } from '../events/series.ts';
import { DISCORD_ID, ROW_ID } from '../ids.ts';
import { POLL_ANSWERS, type PollAnswer } from '../polls/poll.ts';
import { ARRIVAL_CHOICES, type ArrivalChoice } from '../signups/question.ts';
import { SIGNUP_STATUSES, type SignupStatus } from '../signups/statuses.ts';

/**
 * A step of planning an event on Discord: the modal of a new event, or of an event whose version was shown, and what a
 * draft offers.
 */
export type PlanId =
	| { kind: 'plan'; step: 'new' }
	| { kind: 'plan'; step: 'edit'; eventId: string; version: number }
	| { kind: 'plan'; step: DraftStep; draftId: string };
const DRAFT_STEPS = ['again', 'storytellers', 'places', 'save'] as const;
type DraftStep = (typeof DRAFT_STEPS)[number];

/** A step of asking for the date of an event: the modal of a new poll, and what its draft offers. */
export type PollDraftId =
	| { kind: 'pollDraft'; step: 'new' }
	| { kind: 'pollDraft'; step: 'again' | 'save'; draftId: string };

/** A step of signing a member up: what is chosen so far, and what the menu or button chooses or does. */
export type AddId = {
	kind: 'add';
	step: (typeof ADD_STEPS)[number];
	discordId: string;
	eventId: string;
	status: SignupStatus;
};
const ADD_STEPS = ['event', 'status', 'note', 'save'] as const;

/**
 * What a button of a Discord message does. `undo` restores the status before a press (null: no signup) while
 * the signup still has the recorded one.
 */
export type CustomId =
	| PlanId
	| AddId
	| { kind: 'signup'; eventId: string; status: SignupStatus }
	| { kind: 'notes'; eventId: string }
	/** Saves how many minutes after the start a late member arrives. */
	| { kind: 'arrival'; eventId: string; minutes: ArrivalChoice }
	/** Shows where the member sits. */
	| { kind: 'seat'; eventId: string }
	/** Asks those who have not signed up. */
	| { kind: 'nudge'; eventId: string }
	/** The modal of a message to users of an event, and the button that sends a stored one. */
	| { kind: 'message'; eventId: string }
	| { kind: 'send'; messageId: string }
	| PollDraftId
	/** Shows the member's answers to a poll. A menu takes the times with its answer, and a button says no to all. */
	| { kind: 'poll'; eventId: string }
	| { kind: 'vote'; eventId: string; answer: PollAnswer }
	/** Marks the players of the member's group as present. */
	| { kind: 'present'; eventId: string }
	/** Takes an offered place, or passes on one that is offered or held. */
	| { kind: 'place'; eventId: string; accept: boolean }
	/** Signs the member up for all later events of the series too. */
	| { kind: 'regular'; eventId: string; status: RegularStatus }
	| { kind: 'undo'; eventId: string; previous: SignupStatus | null; recorded: SignupStatus };

/** The version of an event. */
const VERSION = /^[1-9]\d{0,8}$/;

/** The kinds that need only an event. */
const EVENT_KINDS = ['notes', 'seat', 'present', 'nudge', 'message', 'poll'] as const;

const NEW_POLL = 'pollDraft:new';
const NO_SIGNUP = 'none';
const TAKE = 'take';
const PASS = 'pass';

/** Returns the custom id of a button, a menu or a modal: at most 65 of the 100 characters that Discord allows. */
export function encodeCustomId(id: CustomId): string {
	switch (id.kind) {
		case 'plan':
			return encodePlanId(id);
		case 'pollDraft':
			return id.step === 'new' ? NEW_POLL : `pollDraft:${id.step}:${id.draftId}`;
		case 'add':
			return `add:${id.step}:${id.discordId}:${id.eventId}:${id.status}`;
		case 'signup':
		case 'regular':
			return `${id.kind}:${id.eventId}:${id.status}`;
		case 'arrival':
			return `arrival:${id.eventId}:${id.minutes}`;
		case 'notes':
		case 'seat':
		case 'present':
		case 'nudge':
		case 'message':
		case 'poll':
			return `${id.kind}:${id.eventId}`;
		case 'vote':
			return `vote:${id.eventId}:${id.answer}`;
		case 'send':
			return `send:${id.messageId}`;
		case 'place':
			return `place:${id.eventId}:${id.accept ? TAKE : PASS}`;
		case 'undo':
			return `undo:${id.eventId}:${id.previous ?? NO_SIGNUP}:${id.recorded}`;
	}
}

/** Returns what a custom id means, or null for one that `encodeCustomId` does not create. */
export function decodeCustomId(text: string): CustomId | null {
	const [kind, eventId = '', first, second, ...rest] = text.split(':');
	if (kind === 'plan') return decodePlanId(text);
	if (kind === 'add') return decodeAddId(text);
	if (kind === 'pollDraft') return decodePollDraftId(text);
	if (!ROW_ID.test(eventId) || rest.length > 0) return null;
	const only = EVENT_KINDS.find((known) => known === kind);
	if (only && first === undefined) return { kind: only, eventId };
	if (kind === 'send' && first === undefined) return { kind, messageId: eventId };
	const answer = POLL_ANSWERS.find((known) => known === first);
	if (kind === 'vote' && answer && second === undefined) return { kind, eventId, answer };
	const minutes = ARRIVAL_CHOICES.find((choice) => String(choice) === first);
	if (kind === 'arrival' && minutes !== undefined && second === undefined) return { kind, eventId, minutes };
	if (kind === 'place' && (first === TAKE || first === PASS) && second === undefined)
		return { kind, eventId, accept: first === TAKE };
	if (kind === 'signup' && isStatus(first) && second === undefined) return { kind, eventId, status: first };
	if (kind === 'regular' && isStatus(first) && isRegularStatus(first) && second === undefined)
		return { kind, eventId, status: first };
	if (kind !== 'undo' || !isStatus(second)) return null;
	if (first === NO_SIGNUP) return { kind, eventId, previous: null, recorded: second };
	return isStatus(first) ? { kind, eventId, previous: first, recorded: second } : null;
}

function encodePlanId(id: PlanId): string {
	if (id.step === 'new') return 'plan:new';
	return id.step === 'edit' ? `plan:edit:${id.eventId}:${id.version}` : `plan:${id.step}:${id.draftId}`;
}

function decodePlanId(text: string): PlanId | null {
	const [kind, step, id = '', version = ''] = text.split(':');
	const draftStep = DRAFT_STEPS.find((known) => known === step);
	const found: PlanId | null =
		step === 'new'
			? { kind: 'plan', step }
			: step === 'edit'
				? { kind: 'plan', step, eventId: id, version: Number(version) }
				: draftStep
					? { kind: 'plan', step: draftStep, draftId: id }
					: null;
	const hasId = step === 'new' || (ROW_ID.test(id) && (step !== 'edit' || VERSION.test(version)));
	return found && kind === 'plan' && hasId && encodePlanId(found) === text ? found : null;
}

function decodePollDraftId(text: string): PollDraftId | null {
	if (text === NEW_POLL) return { kind: 'pollDraft', step: 'new' };
	const [, step, draftId = '', ...rest] = text.split(':');
	const isValid = (step === 'again' || step === 'save') && ROW_ID.test(draftId) && rest.length === 0;
	return isValid ? { kind: 'pollDraft', step, draftId } : null;
}

function decodeAddId(text: string): AddId | null {
	const [, step, discordId = '', eventId = '', status, ...rest] = text.split(':');
	const known = ADD_STEPS.find((one) => one === step);
	const isValid = known && DISCORD_ID.test(discordId) && ROW_ID.test(eventId) && rest.length === 0;
	return isValid && isStatus(status) ? { kind: 'add', step: known, discordId, eventId, status } : null;
}

const isStatus = (text: string | undefined): text is SignupStatus =>
	SIGNUP_STATUSES.some((status) => status === text);
