import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { selectValue } from '~/database/sql.ts';
import { EVENT_DELETED, formatNoSignup, NOT_LATE, SIGNUP_CHANGED } from '~/domain/discord/replies.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import type { Actor } from '~/domain/policy.ts';
import { toVotes } from '~/domain/polls/own-votes.ts';
import { POLL_ANSWERS } from '~/domain/polls/poll.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { Refusal } from '~/domain/refusal.ts';
import { findQuestion, type SignupQuestion } from '~/domain/signups/question.ts';
import { addSignupInput, signupFormInput, signupInput } from '~/domain/signups/schema.ts';
import { hasFact, SIGNUP_STATUSES, type SignupStatus } from '~/domain/signups/statuses.ts';
import { findArrival } from '~/domain/signups/stay.ts';
import { toEventOnList } from '../../wire/events.ts';
import { selectEvent } from '../events/index.ts';
import { lockEvent } from '../kernel/lock-event.ts';
import { defineModal } from '../kernel/modals.ts';
import { defineOperation } from '../kernel/operation.ts';
import { settleAfterChange } from '../places/index.ts';
import { readPollView, saveOwnVotes } from '../polls/index.ts';
import {
	type AddedSignup,
	deleteOwnSignup,
	isSeriesRunning,
	requireActiveEvent,
	requireActiveStatus,
	saveAddedSignup,
	saveOwnSignup,
} from '../signups/index.ts';
import { toNullIfMissing } from './run-command.ts';

type RecordedSignup = {
	event: EventOnList;
	/** The status before; null when there was no signup. */
	previous: SignupStatus | null;
	/** The status now; null when there is no signup. */
	recorded: SignupStatus | null;
};

type PressedSignup = RecordedSignup & {
	recorded: SignupStatus;
	isRepeating: boolean;
	asks: SignupQuestion | null;
};

/**
 * Signs the member up with the status of the button that they pressed, with source `botc_command`. Notes
 * stay. Returns also what the member is asked next. A repeat changes nothing. Throws Refusal 'missing' when the event was deleted, and as `signups.put`
 * does.
 */
export const signUpByButton = defineOperation({
	allow: 'botc.signup',
	params: ['eventId'],
	input: signupInput.pick({ status: true }),
	async handle({ actor, params: { eventId }, input, now }): Promise<PressedSignup> {
		const event = await getPressedEvent(actor, eventId);
		const isRepeating = event.series !== null && (await isSeriesRunning(event.series.id));
		const { previous, signup } = await changeOwnSignup(actor, eventId, async (current, transaction) => {
			const saved = await saveStatus({ actor, eventId, status: input.status, now }, transaction);
			return { previous: current, signup: saved.signup };
		});
		const settled = await settlePressedEvent(event, actor, now);
		return { event: settled, previous, recorded: input.status, isRepeating, asks: findQuestion(signup) };
	},
});

/**
 * Restores the status from before a press; `previous` null removes the signup, also from an event that is not active. A
 * repeat changes nothing. Throws Refusal 'conflict' when the signup no longer has the status that the press recorded,
 * and as `signUpByButton` does.
 */
export const undoByButton = defineOperation({
	allow: 'botc.undo',
	params: ['eventId'],
	input: z.object({ previous: z.enum(SIGNUP_STATUSES).nullable(), recorded: z.enum(SIGNUP_STATUSES) }),
	async handle({ actor, params: { eventId }, input, now }): Promise<RecordedSignup> {
		const event = await getPressedEvent(actor, eventId);
		const { previous: status, recorded } = input;
		if (event.user_signup_status !== status) {
			await inTransaction(async (transaction) => {
				const { status: eventStatus } = await lockEvent(eventId, transaction, 'SHARE');
				if (status !== null) requireActiveStatus(eventStatus);
				const current = await lockOwnStatus(actor, eventId, transaction);
				// Another delivery of the same press has restored it by now.
				if (current === status) return;
				if (current !== recorded) throw new Refusal('conflict', SIGNUP_CHANGED);
				if (status === null) await deleteOwnSignup(actor, eventId, now, transaction);
				else await saveStatus({ actor, eventId, status, now }, transaction);
			});
		}
		const settled = await settlePressedEvent(event, actor, now);
		return { event: settled, previous: event.user_signup_status, recorded: status };
	},
});

/**
 * Saves how many minutes after the start a late member arrives. Throws Refusal 'missing' when the event was deleted,
 * 'conflict' when it is not active or the member is not signed up as late any more, 'invalid' when the event is shorter.
 */
export const sayArrivalByButton = defineOperation({
	allow: 'botc.signup',
	params: ['eventId'],
	input: signupFormInput.pick({ minutes_late: true }).required(),
	async handle({
		actor,
		params: { eventId },
		input: { minutes_late },
		now,
	}): Promise<{ event: EventOnList; arrival: Date | null }> {
		await getPressedEvent(actor, eventId);
		const { signup } = await changeOwnSignup(actor, eventId, (status, transaction) => {
			if (!hasFact(status, 'arrivesLater')) throw new Refusal('conflict', NOT_LATE);
			const input = { status, notes: undefined, minutes_late };
			return saveOwnSignup({ actor, eventId, input, source: 'botc_command', now }, transaction);
		});
		const event = await getPressedEvent(actor, eventId);
		return { event, arrival: findArrival(event, signup) };
	},
});

/** Returns SQL for an event with the notes of the signup of `userId` (SQL), as a modal shows them. */
const buildNotesSql = (userId: string) => `SELECT e.title, e.status, s.id IS NOT NULL AS is_signed_up, s.notes
	FROM events e LEFT JOIN signups s ON s.event_id = e.id AND s.user_id = ${userId} WHERE e.id = :eventId`;
type OpenedNotes = { title: string; status: EventStatus; is_signed_up: boolean; notes: string | null };

/**
 * Shows the member's notes of their signup. Throws Refusal 'missing' when the event was deleted or has no signup of theirs,
 * 'conflict' when the event is not active.
 */
export const openOwnNotes = defineModal({
	allow: 'botc.notes',
	sql: buildNotesSql('member.id'),
	toBinds: ({ eventId }: { eventId: string }) => ({ eventId }),
	show([found]: OpenedNotes[]): string | null {
		if (!found) throw new Refusal('missing', EVENT_DELETED);
		requireActiveStatus(found.status);
		if (!found.is_signed_up) throw new Refusal('missing', formatNoSignup(found.title));
		return found.notes;
	},
});

/** Shows the notes of the signup that a creator saves for another member; null without one. Throws Refusal 'missing' when the event was deleted. */
export const openAddedNotes = defineModal({
	allow: 'signups.add',
	sql: buildNotesSql('(SELECT u.id FROM users u WHERE u.discord_id = :targetId)'),
	toBinds: ({ eventId, discordId }: { eventId: string; discordId: string }) => ({
		eventId,
		targetId: discordId,
	}),
	show([found]: OpenedNotes[]): string | null {
		if (!found) throw new Refusal('missing', EVENT_DELETED);
		return found.notes;
	},
});

/** Saves the notes of the member's signup; '' clears them. Throws as `openOwnNotes` does. */
export const saveOwnNotes = defineOperation({
	allow: 'botc.notes',
	params: ['eventId'],
	input: signupInput.pick({ notes: true }),
	async handle({
		actor,
		params: { eventId },
		input: { notes = '' },
		now,
	}): Promise<{ event: EventOnList; notes: string | null }> {
		const event = await getPressedEvent(actor, eventId);
		const { signup } = await changeOwnSignup(actor, eventId, (status, transaction) => {
			if (status === null) throw new Refusal('missing', formatNoSignup(event.title));
			const input = { status, notes };
			return saveOwnSignup({ actor, eventId, input, source: 'botc_command', now }, transaction);
		});
		return { event: await getPressedEvent(actor, eventId), notes: signup.notes };
	},
});

/** Signs a member up as `signups.add` does, with source `botc_command`. */
export const addSignupByMenu = defineOperation({
	allow: 'signups.add',
	params: ['eventId'],
	input: addSignupInput,
	handle: ({ actor, params: { eventId }, input, now }): Promise<AddedSignup> =>
		saveAddedSignup({ actor, eventId, input, source: 'botc_command', now }),
});

/**
 * Saves the answers of a member who chose exactly these times of a poll in the menu of `answer`. Throws Refusal 'missing' when
 * no such poll exists, and as `saveVotes` does.
 */
export const voteByMenu = defineOperation({
	allow: 'polls.vote',
	params: ['pollId'],
	input: z.object({ answer: z.enum(POLL_ANSWERS), chosen: z.array(z.string()).max(25) }),
	async handle({ actor, params, input: { answer, chosen }, now }): Promise<PollView> {
		const poll = await readPollView.handle({ actor, params, input: {}, now });
		const { pollId } = params;
		const votes = toVotes(poll, answer, chosen);
		return saveOwnVotes({ actor, pollId, votes, source: 'botc_command', now });
	},
});

type NewStatus = { actor: Actor; eventId: string; status: SignupStatus; now: Date };

/** Saves the status of the actor's signup; its notes stay. */
const saveStatus = ({ status, ...signup }: NewStatus, transaction: Transaction) =>
	saveOwnSignup({ ...signup, input: { status, notes: undefined }, source: 'botc_command' }, transaction);

/**
 * Runs `change` with the status of the actor's signup (null: there is none), which no one else changes until the
 * transaction ends. Throws Refusal 'conflict' when the event is not active.
 */
function changeOwnSignup<T>(
	actor: Actor,
	eventId: string,
	change: (status: SignupStatus | null, transaction: Transaction) => Promise<T>,
): Promise<T> {
	return inTransaction(async (transaction) => {
		await requireActiveEvent(eventId, transaction);
		return change(await lockOwnStatus(actor, eventId, transaction), transaction);
	});
}

/** Returns the status of the actor's signup (null: there is none), which no one else changes until `transaction` ends. */
const lockOwnStatus = (actor: Actor, eventId: string, transaction: Transaction) =>
	selectValue<SignupStatus>(
		'SELECT status FROM signups WHERE event_id = :eventId AND user_id = :userId FOR UPDATE',
		{ eventId, userId: actor.id },
		transaction,
	);

/** Returns the event as the member sees it after the press, when its places are settled. */
async function settlePressedEvent(event: EventOnList, actor: Actor, now: Date): Promise<EventOnList> {
	if (event.capacity !== null) await settleAfterChange(event.id, now);
	return getPressedEvent(actor, event.id);
}

/** Returns the event of a pressed button. Throws Refusal 'missing' when it was deleted. */
export async function getPressedEvent(actor: Actor, eventId: string): Promise<EventOnList> {
	const event = await selectEvent(actor.id, eventId).catch(toNullIfMissing);
	if (!event) throw new Refusal('missing', EVENT_DELETED);
	return toEventOnList(event);
}
