import type { Transaction } from 'sequelize';
import { inTransaction } from '../database/connection.ts';
import { Comment, type Event, EventSeries, Setting, Signup, type User } from '../database/models/index.ts';
import { one, rows } from '../database/sql.ts';
import { DAY_MS, DEFAULT_EVENT_TIME, HOUR_MS, MINUTE_MS } from '../domain/limits.ts';
import { parseScript } from '../domain/scripts/schema.ts';
import { EDITIONS } from '../domain/scripts/script.ts';
import { SIGNUP_STATUSES } from '../domain/signups/statuses.ts';
import { addDays } from '../domain/time/day.ts';
import { instantToWallTime } from '../domain/time/wall-time.ts';
import type { Role } from '../domain/users/roles.ts';
import { type PlannedEvent, planEvents } from './events.ts';
import { createEventRow, createUserRow } from './factories.ts';
import {
	COMMENTS,
	EXTRA_ADMINS,
	EXTRA_CREATORS,
	EXTRA_PLAYERS,
	EXTRA_STORYTELLERS,
	PROFILE_NOTES,
	SIGNUP_NOTES,
} from './members.ts';
import { PERSONAS, type Persona } from './personas.ts';
import { createSeededRandom, type SeededRandom } from './random.ts';
import { rowsOf } from './rows.ts';

const SEED = 20_260;
const SCRIPT = [
	{ id: '_meta', name: 'Candlewick Nights', author: 'The Candlewick Society' },
	...['washerwoman', 'empath', 'fortuneteller', 'monk', 'mayor', 'butler', 'poisoner', 'imp'],
	{
		id: 'lamplighter',
		name: 'Lamplighter',
		team: 'townsfolk',
		ability: 'Each night*, you learn whose lamp is lit.',
	},
];
const BANNER = 'Welcome to the Candlewick Society. New here? Join us at the next Newcomers’ Saturday!';

type Context = { now: Date; random: SeededRandom; transaction: Transaction };

/**
 * Inserts the demo community around `now` into an empty database; the same `now` creates the same rows.
 * Returns the number of created users and events, 0 for both when the database already has users.
 */
export function seedCommunity({ now }: { now: Date }): Promise<{ users: number; events: number }> {
	return inTransaction(async (transaction) => {
		if (await one('SELECT FROM users LIMIT 1', {}, transaction)) return { users: 0, events: 0 };
		const context = { now, random: createSeededRandom(SEED), transaction };
		const users = await seedUsers(context);
		const events: Event[] = [];
		for (const plannedEvent of planEvents(now)) events.push(await seedEvent(context, plannedEvent, users));
		await seedSeries(events, transaction);
		await seedPreferences(context, users);
		await seedComments(context, users, events);
		await Setting.create({ key: 'events_banner', value: BANNER }, { transaction });
		return { users: users.length, events: events.length };
	});
}

async function seedUsers({ now, random, transaction }: Context): Promise<User[]> {
	const users: User[] = [];
	for (const persona of Object.values(PERSONAS) as Persona[]) {
		if (persona.kind === 'no-role' || persona.kind === 'stranger') continue;
		const { discordId, username, globalName, nickname, avatar, kind } = persona;
		const createdAt = new Date(now.getTime() - (200 - users.length) * DAY_MS);
		const preferred = {
			preferredUsername: nickname,
			preferredUsernameSource: nickname ? ('discord' as const) : null,
		};
		const signInTimes = { firstSignedInAt: createdAt, linkedAt: createdAt, createdAt };
		users.push(
			await createUserRow(
				{ discordId, username, globalName, avatar, role: kind, ...preferred, ...signInTimes },
				{ transaction },
			),
		);
	}
	const extras: [Role, typeof EXTRA_PLAYERS][] = [
		['admin', EXTRA_ADMINS],
		['creator', EXTRA_CREATORS],
		['storyteller', EXTRA_STORYTELLERS],
		['player', EXTRA_PLAYERS],
	];
	for (const [role, names] of extras) {
		for (const [username, globalName = null, preferredUsername = null] of names) {
			const createdAt = new Date(
				now.getTime() - random.integer(20, 190) * DAY_MS - random.integer(0, 1439) * MINUTE_MS,
			);
			const hasSignedIn = role !== 'player' || random.chance(0.85);
			const values = {
				discordId: createDiscordId(random),
				username,
				globalName,
				preferredUsername,
				preferredUsernameSource: preferredUsername ? random.pick(['owner', 'discord'] as const) : null,
				avatar: random.chance(0.75) ? random.hex(32) : null,
				role,
				firstSignedInAt: hasSignedIn ? createdAt : null,
				linkedAt: hasSignedIn ? createdAt : null,
				experience: role === 'player' ? random.pick(['new', 'few', null, null] as const) : null,
				likesTeaching: role === 'storyteller' && random.chance(0.5),
				notifications: random.chance(0.8),
				theme: random.chance(0.85) ? ('dark' as const) : ('light' as const),
				createdAt,
			};
			users.push(await createUserRow(values, { transaction }));
		}
	}
	return users;
}

/** Makes the Wednesdays one weekly series. Its next event is created by the job, as in every series. */
async function seedSeries(events: readonly Event[], transaction: Transaction): Promise<void> {
	const wednesdays = events.filter(({ title }) => title.startsWith('Wednesday'));
	const [first] = wednesdays;
	if (!first) return;
	const dates = wednesdays.map(({ date }) => instantToWallTime(date, first.timezone).date);
	const { title, description, duration, location, timezone, creatorId, decideMinutes, onTooFew } = first;
	const series = await EventSeries.create(
		{
			title,
			description,
			duration,
			location,
			timezone,
			creatorId,
			decideMinutes,
			onTooFew,
			rule: { interval_weeks: 1 },
			pause: null,
			until: null,
			nextDate: addDays(dates.at(-1) ?? '', 7),
			startTime: DEFAULT_EVENT_TIME,
			createsDiscordEvent: false,
			announces: false,
		},
		{ transaction },
	);
	for (const [index, event] of wednesdays.entries())
		await event.update({ seriesId: series.id, seriesDate: dates[index] ?? null }, { transaction });
}

/** When a late player of the full event arrives, which begins at 20:30. */
const ARRIVES_AT = '21:15';

async function seedEvent(context: Context, plannedEvent: PlannedEvent, users: User[]): Promise<Event> {
	const { now, random, transaction } = context;
	const {
		expected,
		minConfirmed = 0,
		hasGroups = false,
		wasPlayed,
		capacityByStorytellers,
		...values
	} = plannedEvent;
	const creators = users.filter(({ role }) => role === 'creator' || role === 'admin');
	const createdAt = new Date(
		Math.min(now.getTime(), plannedEvent.date.getTime()) - random.integer(6, 12) * DAY_MS,
	);
	const creatorId = random.sample(creators, 1)[0]?.id ?? null;
	const capacity = capacityByStorytellers ? 0 : null;
	const minimumPlayers = capacityByStorytellers ? 10 : null;
	const event = await createEventRow(
		{ ...values, capacity, minimumPlayers, creatorId, createdAt },
		{ transaction },
	);

	const storytellers = users.filter(({ role }) => role === 'storyteller');
	const eventStorytellers = random.sample(storytellers, minConfirmed ? 2 : random.integer(1, 2));
	const storytellerRows = eventStorytellers.map(({ id }, position) => ({
		eventId: event.id,
		userId: id,
		position,
	}));
	await rowsOf('event_storytellers').insertAll(storytellerRows, transaction);

	const quietDiscordId = PERSONAS.secondPlayer.discordId;
	const isUpcoming = plannedEvent.date > now;
	// One persona has not signed up for the upcoming events, so that a new user of the demo has something to
	// do.
	const candidates = users.filter(
		(user) => !eventStorytellers.includes(user) && !(isUpcoming && user.discordId === quietDiscordId),
	);
	const sampled = random.sample(candidates, expected);
	const player = candidates.filter(({ discordId }) => hasGroups && discordId === PERSONAS.player.discordId);
	const signedUp = [...new Set([...player, ...sampled])];
	const signups = signedUp.map((user, index) => {
		const status = index < minConfirmed ? 'confirmed' : chooseStatus(random);
		return buildSignup(context, event, user, status);
	});
	const late = signups.find(({ status }) => status === 'late');
	if (late && capacityByStorytellers) late.arrivesAt = ARRIVES_AT;
	await rowsOf('signups').insertAll(signups, transaction);
	const seated = signedUp.slice(0, minConfirmed);
	if (hasGroups) await seedGroups(context, event, eventStorytellers, seated);
	if (wasPlayed) {
		await seedPlayedGames(event, seated, creatorId, transaction);
		const helper = storytellers.find((user) => !eventStorytellers.includes(user) && !signedUp.includes(user));
		if (helper) await seedCoStoryteller(event, helper.id, eventStorytellers.length, transaction);
	}
	return event;
}

/** Makes a user the last of the event's storytellers, and the co-storyteller of its first group. */
async function seedCoStoryteller(event: Event, userId: string, position: number, transaction: Transaction) {
	const eventId = event.id;
	await rowsOf('event_storytellers').insert({ eventId, userId, position }, transaction);
	const group = await one<{ id: string }>(
		"SELECT id FROM groups WHERE event_id = :eventId AND client_id = 'group-1'",
		{ eventId },
		transaction,
	);
	await rowsOf('group_co_storytellers').insert({ groupId: group?.id, userId, eventId }, transaction);
}

/** Gives the groups of an event that is over scripts and results, and takes its roll call. */
async function seedPlayedGames(
	event: Event,
	players: User[],
	creatorId: string | null,
	transaction: Transaction,
): Promise<void> {
	const script = parseScript(JSON.stringify(SCRIPT));
	if ('problem' in script) throw new Error(script.problem);
	const { id: scriptId } = await rowsOf('scripts').insert(
		{ ...script, creatorId, createdAt: event.createdAt },
		transaction,
	);
	const games = [
		{ clientId: 'group-1', edition: 'tb', winner: 'good' },
		{ clientId: 'group-2', scriptId, winner: 'evil' },
	] as const;
	for (const { clientId, ...game } of games)
		await rowsOf('groups').update(game, { eventId: event.id, clientId }, transaction);
	await seedFirstRound(event, transaction);
	// The last of them has declined since.
	const states = players.slice(0, -1).map(({ id: userId }, index) => ({
		eventId: event.id,
		userId,
		state: index === 1 ? ('late' as const) : index === 2 ? ('excused' as const) : ('present' as const),
	}));
	for (const state of states) await rowsOf('attendance').insert(state, transaction);
}

/** Gives an event with groups a round before them, in which the players sat with their neighbours. */
async function seedFirstRound(event: Event, transaction: Transaction): Promise<void> {
	const groups = await rows<{ clientId: string; name: string; storytellerId: string | null }>(
		`SELECT client_id AS "clientId", name, storyteller_id AS "storytellerId" FROM groups
		WHERE event_id = :id ORDER BY position`,
		{ id: event.id },
		transaction,
	);
	const seats = await rows<{ userId: string }>(
		'SELECT user_id AS "userId" FROM group_players WHERE event_id = :id ORDER BY user_id',
		{ id: event.id },
		transaction,
	);
	const size = Math.ceil(seats.length / groups.length);
	for (const [position, { clientId, name, storytellerId }] of groups.entries()) {
		const played = await rowsOf('played_groups').insert(
			{
				eventId: event.id,
				round: 1,
				clientId,
				name,
				position,
				createdAt: event.date,
				script: EDITIONS.tb,
				winner: position === 0 ? 'evil' : 'good',
			},
			transaction,
		);
		const users = seats.slice(position * size, (position + 1) * size).map(({ userId }) => userId);
		const taken = [
			...users.map((userId, seat) => ({ groupId: played.id, userId, position: seat })),
			...(storytellerId === null ? [] : [{ groupId: played.id, userId: storytellerId, position: null }]),
		];
		for (const seat of taken) await rowsOf('played_seats').insert(seat, transaction);
	}
}

/** Saves one group for each storyteller, with the players in turn; the last player has declined since. */
async function seedGroups(
	{ now, transaction }: Context,
	event: Event,
	storytellers: User[],
	players: User[],
): Promise<void> {
	const createdAt = event.date < now ? event.date : now;
	for (const [position, { id: storytellerId }] of storytellers.entries()) {
		const name = `Group ${position + 1}`;
		const group = await rowsOf('groups').insert(
			{ eventId: event.id, clientId: `group-${position + 1}`, name, position, storytellerId, createdAt },
			transaction,
		);
		const seated = players.filter((_, index) => index % storytellers.length === position);
		await rowsOf('group_players').insertAll(
			seated.map(({ id: userId }, seat) => ({
				groupId: group.id,
				userId,
				eventId: event.id,
				position: seat,
			})),
			transaction,
		);
	}
	const declinedId = players.at(-1)?.id;
	if (declinedId)
		await Signup.update(
			{ status: 'declined' },
			{ where: { eventId: event.id, userId: declinedId }, transaction },
		);
}

function chooseStatus(random: SeededRandom): Signup['status'] {
	return random.chance(0.45) ? 'confirmed' : random.pick(SIGNUP_STATUSES);
}

function buildSignup({ now, random }: Context, event: Event, user: User, status: Signup['status']) {
	const latest = Math.min(now.getTime(), event.date.getTime());
	const createdAt = new Date(
		event.createdAt.getTime() + random.next() * (latest - event.createdAt.getTime()),
	);
	const common = {
		eventId: event.id,
		userId: user.id,
		createdAt,
		updatedAt: createdAt,
		userSavedAt: createdAt,
		arrivesAt: null as string | null,
	};
	// A user who has never signed in is only known from Discord, which only reports interest.
	if (!user.firstSignedInAt) {
		const notes = 'Signed up via Discord';
		return {
			...common,
			status: 'confirmed' as const,
			signupSource: 'discord' as const,
			linkedAt: null,
			notes,
		};
	}
	const signupSource = random.chance(0.1) ? ('botc_command' as const) : ('webapp' as const);
	const notes = random.chance(0.25) ? random.pick(SIGNUP_NOTES) : null;
	return { ...common, status, signupSource, linkedAt: createdAt, notes };
}

/**
 * Users in the same circle of friends prefer each other, so many preferences are mutual; some users prefer
 * one outside.
 */
async function seedPreferences({ random, transaction }: Context, users: User[]): Promise<void> {
	const storytellers = users.filter(({ role }) => role === 'storyteller');
	const circles: User[][] = [];
	for (const rest = random.sample(users, users.length); rest.length > 0; )
		circles.push(rest.splice(0, random.integer(3, 6)));
	const rows: { userId: string; kind: string; preferredUserId: string; position: number }[] = [];
	for (const circle of circles) {
		for (const user of circle) {
			const others = users.filter((other) => other !== user);
			const friends = circle.filter((other) => other !== user);
			if (random.chance(0.75)) {
				const preferredUsers = new Set([
					...random.sample(friends, random.integer(1, 4)),
					...random.sample(others, random.integer(0, 1)),
				]);
				const list = [...preferredUsers].slice(0, 5);
				rows.push(
					...list.map(({ id }, position) => ({
						userId: user.id,
						kind: 'player' as const,
						preferredUserId: id,
						position,
					})),
				);
			}
			const preferredStorytellers = random
				.sample(storytellers, random.integer(0, 3))
				.filter((other) => other !== user);
			rows.push(
				...preferredStorytellers.map(({ id }, position) => ({
					userId: user.id,
					kind: 'storyteller' as const,
					preferredUserId: id,
					position,
				})),
			);
			if (random.chance(0.35))
				await rowsOf('preferences').insert(
					{ userId: user.id, notes: random.pick(PROFILE_NOTES) },
					transaction,
				);
		}
	}
	await rowsOf('player_preferences').insertAll(rows, transaction);
}

async function seedComments(
	{ now, random, transaction }: Context,
	users: User[],
	events: Event[],
): Promise<void> {
	const writers = users.filter(({ firstSignedInAt }) => firstSignedInAt);
	for (const event of events) {
		for (const body of random.sample(COMMENTS, random.integer(0, 3))) {
			const [writer] = random.sample(writers, 1);
			if (!writer) continue;
			const createdAt = new Date(
				Math.min(now.getTime(), event.date.getTime()) - random.integer(1, 96) * HOUR_MS,
			);
			await Comment.create({ eventId: event.id, userId: writer.id, body, createdAt }, { transaction });
		}
	}
}

/** Returns a random Discord ID that no persona has: old accounts have 17 or 18 digits, new ones 19. */
function createDiscordId(random: SeededRandom): string {
	const length = random.pick([17, 18, 18, 18, 19, 19, 20]);
	const first = length === 20 ? '1' : String(random.integer(2, 9));
	return first + Array.from({ length: length - 1 }, () => random.integer(0, 9)).join('');
}
