import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { User } from '~/database/models/index.ts';
import { chooseEvent } from '~/domain/discord/command.ts';
import { NO_NEXT_GAME } from '~/domain/discord/command-texts.ts';
import { nextGame } from '~/domain/events/next-game.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, Refusal } from '~/domain/refusal.ts';
import { signupInput } from '~/domain/signups/schema.ts';
import type { SignupStatus } from '~/domain/signups/statuses.ts';
import { line } from '~/domain/text.ts';
import { startOfDay } from '~/domain/time/day.ts';
import type { InterestedPerson } from '../../discord/scheduled-events.ts';
import { toEventListItem } from '../../wire/events.ts';
import { selectEvent, selectEvents } from '../events/index.ts';
import { isId, operation } from '../kernel/operation.ts';
import { meetDiscordPeople } from '../users/index.ts';
import { answerEvent, withdrawAnswer } from './signups.ts';

/** '' and nothing both mean the next game. */
const eventInput = z.object({
	event: line(TEXT_LIMITS.eventTitle, 'That name is too long for an event').nullish(),
});

/** `/botc next`: the next game as the member sees it. Refuses: 404 none is planned. */
export const showNextGame = operation({
	allow: 'botc.next',
	input: z.object({}),
	handle: ({ actor, now }): Promise<EventListItem> => findEvent(actor, null, now),
});

/**
 * `/botc signup`: an answer to the next game, or to the one that is named, source `botc_command`; a status that is left
 * out means confirmed. Refuses: 404 none such, 409 several such, and as `signups.put` does.
 */
export const signUpByCommand = operation({
	allow: 'botc.signup',
	input: eventInput.extend({ ...signupInput.shape, status: signupInput.shape.status.default('confirmed') }),
	async handle({ actor, input, now }): Promise<{ event: EventListItem; status: SignupStatus }> {
		const event = await findEvent(actor, input.event, now);
		const { signup } = await answerEvent({ actor, eventId: event.id, input, source: 'botc_command', now });
		return { event, status: signup.status };
	},
});

/** `/botc leave`: takes one's answer back. Refuses: 404 none such or no answer, 409 several such or not active. */
export const leaveByCommand = operation({
	allow: 'botc.leave',
	input: eventInput,
	async handle({ actor, input, now }): Promise<{ event: EventListItem }> {
		const event = await findEvent(actor, input.event, now);
		if (event.status === 'active' && event.user_signup_status === null) {
			throw new Refusal('missing', `You have no answer for “${event.title}”.`);
		}
		await withdrawAnswer(actor, event.id);
		return { event };
	},
});

/** Somebody whom we have no row of: they may look, and have no answer anywhere. */
const UNKNOWN_MEMBER: Actor = { id: '0', role: 'player' };

/** Who a member of the server is to us. */
export async function findMember(discordId: string): Promise<Actor> {
	const user = await User.findOne({ where: { discordId } });
	return user ? { id: user.id, role: user.role } : UNKNOWN_MEMBER;
}

/** The same for somebody who is about to answer: whoever is new gets a row, by their Discord ID. Null: they were erased at their wish. */
export async function meetMember(person: InterestedPerson, now: Date): Promise<Actor | null> {
	const { ids } = await inTransaction((transaction) => meetDiscordPeople([person], { transaction, now }));
	return ids.has(person.discordId) ? findMember(person.discordId) : null;
}

async function findEvent(actor: Actor, wanted: string | null | undefined, now: Date): Promise<EventListItem> {
	if (wanted && isId(wanted)) {
		const byNumber = await selectEvent(actor.id, wanted).catch(nothingIfMissing);
		if (byNumber) return toEventListItem(byNumber);
	}
	const upcoming = await selectEvents(actor.id, { after: startOfDay(now, EASTERN) });
	if (!wanted) {
		const next = nextGame(upcoming, now);
		if (!next) throw new Refusal('missing', NO_NEXT_GAME);
		return toEventListItem(next);
	}
	const choice = chooseEvent(upcoming, wanted);
	if (choice.kind === 'one') return toEventListItem(choice.event);
	if (choice.kind === 'none') throw new Refusal('missing', `No upcoming event is called “${wanted}”.`);
	const titles = choice.titles.slice(0, 5).map((title) => `“${title}”`);
	throw conflict(`Several upcoming events fit: ${titles.join(', ')}. Please type more of the name.`);
}

function nothingIfMissing(error: unknown): null {
	if (error instanceof Refusal && error.kind === 'missing') return null;
	throw error;
}
