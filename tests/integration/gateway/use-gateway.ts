import { QueryTypes } from 'sequelize';
import { afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { database } from '~/database/connection.ts';
import { DiscordMirror, type Event, Session, Signup, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { type GatewayTimings, startGateway, stopGateway } from '~/server/gateway/start-gateway.ts';
import { type ServedDiscord, useServedDiscord } from '~/tests/mocks/discord/use-served-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

export const FAST_TIMINGS: Partial<GatewayTimings> = {
	heartbeatMs: 100,
	retryDelayMs: 50,
	maxRetryDelayMs: 400,
	connectTimeoutMs: 3_000,
};

/**
 * Sets up a Discord stand-in with its gateway and a database for the test file. Returns them with a function
 * that connects the app.
 */
export function useGateway(environment: Record<string, string> = {}) {
	useTestEnvironment(environment);
	const discord = useServedDiscord();
	const db = useDatabase();
	beforeAll(() => {
		process.env.DISCORD_API_URL = `${discord.url()}/api`;
		process.env.DATABASE_URL = db.url;
	});
	beforeEach(async () => {
		await clearTables('users', 'events', 'discord_mirrors', 'erased_ids', 'queue.job');
	});
	afterEach(async () => {
		await stopGateway();
		await expect.poll(() => discord.gateway.sessions).toEqual([]);
	});
	return {
		...discord,
		db,
		/** Starts the app's gateway and waits until it is connected. */
		connect: async (timings: Partial<GatewayTimings> = {}) => {
			startGateway({ url: db.url, now: () => new Date(), timings: { ...FAST_TIMINGS, ...timings } });
			await expect.poll(() => discord.gateway.sessions.length, { timeout: 20_000 }).toBe(1);
		},
	};
}

/** Creates an event and its mirror on Discord, in sync. */
export async function insertMirroredEvent(
	{ state }: Pick<ServedDiscord, 'state'>,
	overrides: Parameters<typeof createEventRow>[0] = {},
): Promise<{ event: Event; discordEventId: string }> {
	const date = new Date(Date.now() + 3 * DAY_MS);
	const { id: discordEventId } = state.addEvent({ name: 'A night', startsAt: date });
	const event = await createEventRow({ date, discordEventId, ...overrides });
	const updatedAt = new Date(Date.now() - HOUR_MS);
	await DiscordMirror.create({
		eventId: event.id,
		discordEventId,
		state: 'synced',
		discordStatus: 1,
		updatedAt,
	});
	return { event, discordEventId };
}

/** Creates the user of a Discord member who has signed in before. */
export const createMemberUser = (discordId: string) =>
	createUserRow({ discordId, username: `member-${discordId}` });

export const createGatewaySession = (userId: string) =>
	Session.create({
		tokenHash: String(userId).padStart(64, '0'),
		userId,
		lastSeenAt: new Date(),
		expiresAt: new Date(Date.now() + DAY_MS),
	});

export type GatewaySignup = { discordId: string | null; status: string; source: string };

/** Returns the signups of an event, sorted by Discord ID. */
export async function listStoredSignups(eventId: string): Promise<GatewaySignup[]> {
	return database().query<GatewaySignup>(
		`SELECT u.discord_id AS "discordId", s.status, s.signup_source AS source
		FROM signups s JOIN users u ON u.id = s.user_id WHERE s.event_id = :eventId ORDER BY u.discord_id`,
		{ type: QueryTypes.SELECT, replacements: { eventId } },
	);
}

export const readMirror = (eventId: string) => DiscordMirror.findByPk(eventId, { rejectOnEmpty: true });
export const countUsers = () => User.count();
export const countSignups = () => Signup.count();
