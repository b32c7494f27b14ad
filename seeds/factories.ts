import type { Transaction } from 'sequelize';
import { Event } from '../database/models/events.ts';
import { User } from '../database/models/people.ts';
import { Signup } from '../database/models/signups.ts';
import { DAY_MS } from '../domain/limits.ts';

/**
 * Factories of rows for seeds and tests. Missing values are filled in from counters instead of at random, so
 * that every run is the same.
 */

type Overrides<M extends { _creationAttributes: unknown }> = Partial<M['_creationAttributes']>;
type Options = { transaction?: Transaction };

const counters = { user: 0, event: 0 };

/** Wednesday 2 January 2030, 20:30 in New York, so that the events stay upcoming for years. */
const FIRST_DATE = Date.UTC(2030, 0, 3, 1, 30);

/** Creates a player who has signed in: `player-1`, `player-2`, …, each with a different Discord ID. */
export function createUserRow(overrides: Overrides<User> = {}, options: Options = {}): Promise<User> {
	counters.user += 1;
	return User.create(
		{
			discordId: String(500_000_000_000_000_000n + BigInt(counters.user)),
			username: `player-${counters.user}`,
			firstSignedInAt: new Date(Date.UTC(2026, 0, 1)),
			...overrides,
		},
		options,
	);
}

/**
 * Creates an active three-hour event, one per day from January 2030 on. Without `creatorId`, its creator is
 * unknown.
 */
export function createEventRow(overrides: Overrides<Event> = {}, options: Options = {}): Promise<Event> {
	counters.event += 1;
	return Event.create(
		{
			title: `Game night ${counters.event}`,
			description: 'Bring your best poker face.',
			location: 'Town square',
			date: new Date(FIRST_DATE + (counters.event - 1) * DAY_MS),
			...overrides,
		},
		options,
	);
}

/**
 * Creates a confirmed signup from the web app. Also creates the event and the user when they are not given.
 */
export async function createSignupRow(
	overrides: Overrides<Signup> = {},
	options: Options = {},
): Promise<Signup> {
	const eventId = overrides.eventId ?? (await createEventRow({}, options)).id;
	const userId = overrides.userId ?? (await createUserRow({}, options)).id;
	return Signup.create({ status: 'confirmed', linkedAt: new Date(), ...overrides, eventId, userId }, options);
}
