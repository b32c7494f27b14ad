import type { Transaction } from 'sequelize';
import { Event } from '../database/models/event.ts';
import { Signup } from '../database/models/signup.ts';
import { User } from '../database/models/user.ts';
import { DAY_MS } from '../domain/limits.ts';

/** Rows for seeds and tests: whatever is not said is filled in, the same in every run (counted, not random). */

type Overrides<M extends { _creationAttributes: unknown }> = Partial<M['_creationAttributes']>;
type Options = { transaction?: Transaction };

const counters = { user: 0, event: 0 };

/** Wednesday 2 January 2030, 20:30 in New York: upcoming for a long while. */
const FIRST_DATE = Date.UTC(2030, 0, 3, 1, 30);

/** A player who has signed in, `player-1`, `player-2`, …, with a Discord ID of their own. */
export function makeUser(overrides: Overrides<User> = {}, options: Options = {}): Promise<User> {
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

/** An active three-hour night, one a day from January 2030 on; without `creatorId` its creator is unknown. */
export function makeEvent(overrides: Overrides<Event> = {}, options: Options = {}): Promise<Event> {
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

/** A confirmed answer from the web app; an event and a user that are not named are made. */
export async function makeSignup(overrides: Overrides<Signup> = {}, options: Options = {}): Promise<Signup> {
	const eventId = overrides.eventId ?? (await makeEvent({}, options)).id;
	const userId = overrides.userId ?? (await makeUser({}, options)).id;
	return Signup.create({ status: 'confirmed', linkedAt: new Date(), ...overrides, eventId, userId }, options);
}
