import { expect } from 'vitest';
import type { Event, Signup, User } from '~/database/models/index.ts';
import type { DirectMessageKind } from '~/domain/discord/message-kinds.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '~/domain/limits.ts';
import {
	getSection,
	getStanding,
	labelStanding,
	type Standing,
	type StandingFacts,
} from '~/domain/signups/standing.ts';
import { hasFact, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { DEPARTURE_MS } from '~/domain/users/membership.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { checkMembership } from '~/server/auth/membership.ts';
import { passOnDepartures } from '~/server/operations/members/index.ts';
import type { StandInState } from '~/tests/mocks/discord/state.ts';

/** The users and events of the matrix of voices: each standing, in events with and without places. */

/**
 * How a user is no member of the server: they left it, lost the required role, lost it just now, so that it has no effect
 * yet, or were never one and their signup was imported.
 */
type Absence = 'left' | 'lostRole' | 'losesRole' | 'imported';

export type Case = { name: string; hasPlaces?: boolean; absence?: Absence } & Pick<StandingFacts, 'status'> &
	Partial<Pick<StandingFacts, 'place' | 'standby' | 'runs'>> & { expires?: boolean };

/** Each standing with and without places; the order is that of the waitlist. */
export const CASES: readonly Case[] = [
	{ name: 'no signup', status: null },
	{ name: 'runs it', status: null, runs: true },
	{ name: 'runs it, confirmed', status: 'confirmed', runs: true },
	{ name: 'runs it, late', status: 'late', runs: true },
	{ name: 'tentative', status: 'tentative' },
	{ name: 'declined', status: 'declined' },
	{ name: 'standby', status: 'tentative', standby: true },
	{ name: 'left the server', status: 'confirmed', absence: 'left' },
	{ name: 'lost the role', status: 'confirmed', absence: 'lostRole' },
	{ name: 'lost the role just now', status: 'confirmed', absence: 'losesRole', hasPlaces: false },
	{ name: 'imported', status: 'confirmed', absence: 'imported', hasPlaces: false },
	{ name: 'confirmed', status: 'confirmed', hasPlaces: false },
	{ name: 'late', status: 'late', hasPlaces: false },
	{
		name: 'lost the role just now, with a place',
		status: 'confirmed',
		absence: 'losesRole',
		place: 'placed',
		hasPlaces: true,
	},
	{
		name: 'imported, with a place',
		status: 'confirmed',
		absence: 'imported',
		place: 'placed',
		hasPlaces: true,
	},
	{ name: 'confirmed, with a place', status: 'confirmed', place: 'placed', hasPlaces: true },
	{ name: 'late, with a place', status: 'late', place: 'placed', hasPlaces: true },
	{ name: 'waiting, the first', status: 'confirmed', place: 'waiting', hasPlaces: true },
	{ name: 'offered, kept for one', status: 'confirmed', place: 'offered', expires: true, hasPlaces: true },
	{ name: 'offered, kept for one, late', status: 'late', place: 'offered', expires: true, hasPlaces: true },
	{ name: 'offered to all', status: 'confirmed', place: 'offered', hasPlaces: true },
	{ name: 'offered to all, late', status: 'late', place: 'offered', hasPlaces: true },
	{ name: 'waiting', status: 'confirmed', place: 'waiting', hasPlaces: true },
	{ name: 'waiting, late', status: 'late', place: 'waiting', hasPlaces: true },
	{
		name: 'standby who is asked',
		status: 'tentative',
		standby: true,
		place: 'offered',
		expires: true,
		hasPlaces: true,
	},
];

export type Scenario = { name: string; hasPlaces: boolean; status: EventStatus; startsIn: number };
export const SCENARIOS: readonly Scenario[] = [false, true].flatMap((hasPlaces) => {
	const title = hasPlaces ? 'full' : 'without places';
	return [
		{ name: title, hasPlaces, status: 'active' as const, startsIn: 1 },
		{ name: `${title} – cancelled`, hasPlaces, status: 'cancelled' as const, startsIn: 1 },
		{ name: `${title} – running`, hasPlaces, status: 'active' as const, startsIn: -1 },
		{ name: `${title} – over`, hasPlaces, status: 'completed' as const, startsIn: -24 },
	];
});

/** Returns the cases of a scenario, in the order of the waitlist. */
export const listCases = ({ hasPlaces }: Pick<Scenario, 'hasPlaces'>): readonly Case[] =>
	CASES.filter((one) => one.hasPlaces === undefined || one.hasPlaces === hasPlaces);

export const listSignups = (scenario: Pick<Scenario, 'hasPlaces'>): readonly Case[] =>
	listCases(scenario).filter(({ status }) => status !== null);

export const hasLeft = ({ absence }: Case): boolean => absence === 'left' || absence === 'lostRole';

/** Returns the standing that a case must have in a scenario. */
export function getExpected(one: Case, scenario: Pick<Scenario, 'hasPlaces' | 'status'>): Standing {
	const line = listCases(scenario).filter(
		({ place, status }) => (place === 'waiting' || place === 'offered') && hasFact(status, 'takesPlace'),
	);
	const index = line.findIndex(({ name }) => name === one.name);
	return getStanding({
		...one,
		position: index === -1 ? null : index + 1,
		runs: one.runs === true,
		hasLeft: hasLeft(one),
		eventStatus: scenario.status,
	});
}

/** Returns where the user of a case must stand as a player, whether or not they run the event. */
export const getExpectedPlayer = (one: Case, scenario: Pick<Scenario, 'hasPlaces' | 'status'>): Standing =>
	getExpected({ ...one, runs: false }, scenario);

/** The user that reads what others read: the one without a signup. */
export const READER = CASES[0] as Case;

const users = new Map<string, User>();
const events = new Map<string, Event>();
export const getUser = ({ name }: Case): User => users.get(name) ?? expect.fail(name);
export const getName = (one: Case): string => getUser(one).username;
export const getEvent = ({ name }: Scenario): Event => events.get(name) ?? expect.fail(name);

/**
 * Creates the users of all cases, each a member of the stand-in of Discord as far as the case says. Departures were noticed
 * four weeks before `now` and have taken effect, except that of who loses the role just now.
 */
export async function createVoiceUsers(state: StandInState, now: Date): Promise<void> {
	const noticedAt = new Date(now.getTime() - 4 * WEEK_MS);
	for (const [index, member] of state.addMembers(CASES.length).entries()) {
		const one = CASES[index] as Case;
		const username = `user-${String(index).padStart(2, '0')}`;
		const { discordId } = Object.assign(member, { username, globalName: null });
		const user = await createUserRow({
			username,
			discordId,
			...(one.absence === 'imported' && { firstSignedInAt: null }),
		});
		users.set(one.name, user);
		if (!one.absence) continue;
		if (one.absence === 'left' || one.absence === 'imported') state.leaveGuild(discordId);
		else state.setRoles(discordId, []);
		const isJustNow = one.absence === 'losesRole';
		await checkMembership(user, isJustNow ? new Date(now.getTime() - DEPARTURE_MS / 2) : noticedAt);
	}
	await passOnDepartures(new Date(noticedAt.getTime() + DEPARTURE_MS));
	for (const user of users.values()) await user.reload();
}

/** Creates an event with a signup of each case of a scenario, as a member or an import has made it. */
export async function createVoiceEvent(
	scenario: Scenario,
	now: Date,
	changes: Partial<Event['_creationAttributes']> = {},
): Promise<Event> {
	const cases = listCases(scenario);
	const event = await createEventRow({
		title: scenario.name,
		status: scenario.status,
		date: new Date(now.getTime() + scenario.startsIn * HOUR_MS),
		...(scenario.hasPlaces && { capacity: cases.filter(({ place }) => place === 'placed').length }),
		...changes,
	});
	for (const [index, one] of cases.entries()) {
		const userId = getUser(one).id;
		if (one.runs) await rowsOf('event_storytellers').insert({ eventId: event.id, userId, position: index });
		if (one.status === null) continue;
		const at = new Date(Date.UTC(2030, 0, 1, index));
		const askedAgo = 5 * MINUTE_MS;
		const offeredAt = new Date(now.getTime() - askedAgo);
		const values: Partial<Signup['_creationAttributes']> = {
			status: one.status,
			createdAt: at,
			updatedAt: at,
			standby: one.standby ?? false,
			...(one.absence === 'imported' && { signupSource: 'discord', linkedAt: null }),
			// A standby asks for the place when it is offered.
			...(one.place && { place: one.place, askedAt: one.standby ? offeredAt : at }),
			...(one.expires && { offeredAt, offerExpiresAt: new Date(now.getTime() + 30 * MINUTE_MS - askedAgo) }),
		};
		await createSignupRow({ eventId: event.id, userId, ...values });
	}
	return event;
}

/** Creates the event of each scenario, with a saved group of all who have a signup. */
export async function createVoiceEvents(now: Date): Promise<void> {
	for (const scenario of SCENARIOS) {
		const event = await createVoiceEvent(scenario, now);
		events.set(scenario.name, event);
		const group = await rowsOf('groups').insert({ eventId: event.id, clientId: 'group', name: 'Owls' });
		await rowsOf('group_players').insertAll(
			listSignups(scenario).map((one, position) => ({
				groupId: group.id,
				eventId: event.id,
				userId: getUser(one).id,
				position,
			})),
		);
	}
}

/** Returns whether a case has a seat in the saved groups. */
export function isSeated(one: Case, scenario: Scenario): boolean {
	const player = getExpectedPlayer(one, scenario);
	return player.kind !== 'none' && hasFact(one.status, 'mayCome') && getSection(player, false) !== 'waitlist';
}

/** Returns the mark of a seat in the saved groups: where its player stands, or why it is struck through. */
export function getSeatMark(one: Case, scenario: Scenario): string {
	const player = getExpectedPlayer(one, scenario);
	if (!isSeated(one, scenario))
		return getSection(player, false) === 'waitlist' ? GROUP_TEXTS.lostPlace : GROUP_TEXTS.cannotCome;
	const label = labelStanding(player);
	return label === STATUS_LABELS.confirmed ? '' : label;
}

const isPlayer = (standing: Standing) =>
	hasFact(standing.status, 'comes') && standing.kind !== 'runs' && getSection(standing, true) !== 'waitlist';

/** Whether a user is told by each kind of message, by where they stand; null when that does not depend on it. */
export const IS_TOLD = {
	reminder: ({ status }) => hasFact(status, 'comes'),
	moved: ({ status }) => hasFact(status, 'mayCome'),
	cancelled: ({ status }) => hasFact(status, 'mayCome'),
	reinstated: ({ status }) => hasFact(status, 'mayCome'),
	nudge: ({ status, kind }) => status === null && kind !== 'runs',
	placed: isPlayer,
	/** To the players. */
	message: isPlayer,
	offered: ({ status, kind }) => kind === 'offered' && hasFact(status, 'takesPlace'),
	standby: ({ status, kind }) => kind === 'offered' && hasFact(status, 'canStandBy'),
	moved_to_waitlist: ({ kind }) => kind === 'waiting',
	signed_up: ({ status }) => hasFact(status, 'mayCome'),
	date_chosen: ({ status }) => hasFact(status, 'mayCome'),
	regular: null,
	too_few: null,
	roll_call: null,
	departures: null,
	poll: null,
	poll_closed: null,
} satisfies Record<DirectMessageKind, ((standing: Standing) => boolean) | null>;
type PlannedKind = {
	[Kind in DirectMessageKind]: (typeof IS_TOLD)[Kind] extends null ? never : Kind;
}[DirectMessageKind];
export const PLANNED_KINDS = (Object.keys(IS_TOLD) as DirectMessageKind[]).filter(
	(kind): kind is PlannedKind => IS_TOLD[kind] !== null,
);
/** The kinds that say where a user stands who waits. */
export const TELLS_WAITING: readonly PlannedKind[] = [
	...(['reminder', 'moved', 'reinstated', 'moved_to_waitlist', 'signed_up', 'date_chosen'] as const),
];

type Planned = { id: string; kind: PlannedKind; one: Case; scenario: Scenario };

/** Plans a message of each kind to each user about an event that has not begun. */
export async function planMessages(now: Date): Promise<Planned[]> {
	const planned = SCENARIOS.filter(({ startsIn }) => startsIn > 0).flatMap((scenario) =>
		PLANNED_KINDS.filter((kind) => (kind === 'cancelled') === (scenario.status === 'cancelled')).flatMap(
			(kind) => listCases(scenario).map((one) => ({ kind, one, scenario })),
		),
	);
	const messages: Planned[] = [];
	for (const message of planned) {
		const { kind, one, scenario } = message;
		const { id: eventId, date: eventDate } = getEvent(scenario);
		const minutes = kind === 'reminder' ? 60 : null;
		const previousDate = kind === 'moved' ? new Date(eventDate.getTime() - DAY_MS) : null;
		const times = { eventDate, previousDate, dueAt: now, createdAt: now };
		const userId = getUser(one).id;
		const written = { eventId, userId, audience: 'players', text: 'Hello', way: 'direct', createdAt: now };
		const messageId = kind === 'message' ? (await rowsOf('player_messages').insert(written)).id : null;
		const row = { userId, eventId, kind, minutes, messageId, ...times };
		messages.push({ ...message, id: (await rowsOf('direct_messages').insert(row)).id });
	}
	return messages;
}
