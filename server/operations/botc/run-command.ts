import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { User } from '~/database/models/index.ts';
import { rows } from '~/database/sql.ts';
import { chooseEvent, type NamedEvent } from '~/domain/discord/command.ts';
import { formatNoSignup, NO_NEXT_GAME } from '~/domain/discord/replies.ts';
import { findNextGame } from '~/domain/events/next-game.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { foldText } from '~/domain/fold-text.ts';
import { isolate } from '~/domain/isolate.ts';
import { EASTERN, TEXT_LIMITS } from '~/domain/limits.ts';
import type { Actor } from '~/domain/policy.ts';
import { conflict, Refusal } from '~/domain/refusal.ts';
import { findQuestion, type SignupQuestion } from '~/domain/signups/question.ts';
import { signupInput } from '~/domain/signups/schema.ts';
import { createLineSchema, shorten } from '~/domain/text.ts';
import { startOfDay } from '~/domain/time/day.ts';
import type { DiscordMember } from '../../discord/scheduled-events.ts';
import { toEventOnList } from '../../wire/events.ts';
import { selectEvent, selectEvents } from '../events/index.ts';
import { UNKNOWN_MEMBER } from '../kernel/modals.ts';
import { defineOperation, isId } from '../kernel/operation.ts';
import { deleteOwnSignup, saveOwnSignup } from '../signups/index.ts';
import { upsertDiscordUsers } from '../users/index.ts';

/** An empty `event` and no `event` both mean the next game. */
const eventInput = z.object({
	event: createLineSchema(TEXT_LIMITS.eventTitle, 'That name is too long for an event').nullish(),
});

/** Returns the next game as the member sees it (`/botc next`). Throws Refusal 'missing' when no game is planned. */
export const showNextGame = defineOperation({
	allow: 'botc.next',
	handle: ({ actor, now }): Promise<EventOnList> => findChosenEvent(actor, null, now),
});

/** How many choices Discord shows. */
const CHOICES = 25;

export type EventChoice = { id: string; title: string; date: string; timezone: string; status: EventStatus };

/** Returns the upcoming events whose title contains what was typed, by date; at most 25, active ones first. */
export const listChosenEvents = defineOperation({
	allow: 'botc.events',
	input: z.object({ typed: z.string().max(200).default('') }),
	async handle({ input: { typed }, now }): Promise<EventChoice[]> {
		const folded = foldText(typed).trim();
		const found = (await selectChoices(now)).filter(({ title }) => foldText(title).includes(folded));
		const active = found.filter(({ status }) => status === 'active');
		return [...active, ...found.filter((event) => !active.includes(event))].slice(0, CHOICES);
	},
});

/** Returns up to 25 active upcoming events, by date. Throws Refusal 'missing' when no game is planned. */
export const listEventsToAdd = defineOperation({
	allow: 'signups.add',
	async handle({ now }): Promise<EventChoice[]> {
		const active = (await selectChoices(now)).filter(({ status }) => status === 'active');
		if (active.length === 0) throw new Refusal('missing', NO_NEXT_GAME);
		return active.slice(0, CHOICES);
	},
});

/** It is read for each letter that a member types. */
const selectChoices = async (now: Date): Promise<EventChoice[]> =>
	(
		await rows<Omit<EventChoice, 'date'> & { date: Date }>(
			'SELECT id::text, title, date, timezone, status FROM events WHERE date > :after ORDER BY date, id',
			{ after: startOfDay(now, EASTERN) },
		)
	).map((event) => ({ ...event, date: event.date.toISOString() }));

/** How many events `/botc events` lists. */
const LISTED_EVENTS = 5;

/** Returns the next active events, by date (`/botc events`). Throws Refusal 'missing' when no game is planned. */
export const listNextEvents = defineOperation({
	allow: 'botc.events',
	async handle({ actor, now }): Promise<EventOnList[]> {
		const filter = { status: 'active', startsAfter: now, limit: LISTED_EVENTS };
		const events = await selectEvents(actor.id, filter);
		if (events.length === 0) throw new Refusal('missing', NO_NEXT_GAME);
		return events.map(toEventOnList);
	},
});

/**
 * Signs the member up for the next game, or for the named event, with source `botc_command` (`/botc signup`).
 * The default status is confirmed. Returns also what the member is asked next. Throws Refusal 'missing' when no such event exists, 'conflict' when
 * several events match, and as `signups.put` does.
 */
export const signUpByCommand = defineOperation({
	allow: 'botc.signup',
	input: eventInput.extend({ ...signupInput.shape, status: signupInput.shape.status.default('confirmed') }),
	async handle({ actor, input, now }): Promise<{ event: EventOnList; asks: SignupQuestion | null }> {
		const event = await findChosenEvent(actor, input.event, now);
		const { signup } = await saveOwnSignup({
			actor,
			eventId: event.id,
			input,
			source: 'botc_command',
			now,
		});
		const asks = findQuestion(signup);
		return { event: toEventOnList(await selectEvent(actor.id, event.id)), asks };
	},
});

/**
 * Deletes the member's signup (`/botc leave`). Throws Refusal 'missing' when there is no such event or no
 * signup, 'conflict' when several events match.
 */
export const leaveByCommand = defineOperation({
	allow: 'botc.leave',
	input: eventInput,
	async handle({ actor, input, now }): Promise<{ event: EventOnList }> {
		const event = await findChosenEvent(actor, input.event, now);
		if (event.user_signup_status === null) {
			throw new Refusal('missing', formatNoSignup(event.title));
		}
		await deleteOwnSignup(actor, event.id, now);
		return { event };
	},
});

/** Returns the actor for a member of the Discord server. */
export async function findMember(discordId: string): Promise<Actor> {
	const user = await User.findOne({ where: { discordId } });
	return user ? { id: user.id, role: user.role } : UNKNOWN_MEMBER;
}

/**
 * Returns the actor for a member who is about to sign up, and creates a user with their Discord ID if there
 * is none. Returns null when the user was erased at their own request.
 */
export async function findOrCreateMember(member: DiscordMember, now: Date): Promise<Actor | null> {
	const { ids } = await inTransaction((transaction) => upsertDiscordUsers([member], { transaction, now }));
	return ids.has(member.discordId) ? findMember(member.discordId) : null;
}

/** Returns the event that a member named, or the next game, as the member sees it. Throws as `getChosenEvent` does. */
export async function findChosenEvent(
	actor: Actor,
	nameOrId: string | null | undefined,
	now: Date,
): Promise<EventOnList> {
	if (nameOrId && isId(nameOrId)) {
		const eventById = await selectEvent(actor.id, nameOrId).catch(toNullIfMissing);
		if (eventById) return toEventOnList(eventById);
	}
	const upcoming = await selectEvents(actor.id, { startsAfter: startOfDay(now, EASTERN) });
	return toEventOnList(getChosenEvent(upcoming, nameOrId, now));
}

/**
 * Returns which of these events, by date, a member named by its id or title, or the next game. Throws Refusal 'missing' when
 * there is none, 'conflict' when several match.
 */
export function getChosenEvent<Event extends Parameters<typeof findNextGame>[0][number] & NamedEvent>(
	events: readonly Event[],
	nameOrId: string | null | undefined,
	now: Date,
): Event {
	if (!nameOrId) {
		const next = findNextGame(events, now);
		if (!next) throw new Refusal('missing', NO_NEXT_GAME);
		return next;
	}
	const named = events.find(({ id }) => id === nameOrId);
	if (named) return named;
	const choice = chooseEvent(events, nameOrId);
	if (choice.kind === 'one') return choice.event;
	if (choice.kind === 'none')
		throw new Refusal('missing', `No upcoming event matches “${isolate(nameOrId)}”.`);
	// Escaped, the longest list still fits into Discord's 2,000 characters.
	const titles = choice.titles.slice(0, 5).map((title) => `“${shorten(title, 150)}”`);
	throw conflict(`Several upcoming events match: ${titles.join(', ')}. Please type more of the name.`);
}

/** Returns null for Refusal 'missing' and throws any other error. */
export function toNullIfMissing(error: unknown): null {
	if (error instanceof Refusal && error.kind === 'missing') return null;
	throw error;
}
