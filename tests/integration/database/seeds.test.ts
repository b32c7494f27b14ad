import { formatInTimeZone } from 'date-fns-tz';
import { expect, test } from 'vitest';
import { Comment, Event, Setting, Signup, User } from '~/database/models/index.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { SIGNUP_STATUSES } from '~/domain/signups/statuses.ts';
import { seedCommunity } from '~/seeds/community.ts';
import { planEvents } from '~/seeds/events.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { useDatabase } from '~/tests/support/database.ts';

useDatabase();

const NOW = new Date('2026-11-23T15:00:00Z');

test('the demo community is realistic, and seeding it again changes nothing', async () => {
	const counts = await seedCommunity({ now: NOW });
	const users = await User.findAll();
	const events = await Event.findAll({ order: [['date', 'ASC']] });
	const signups = await Signup.findAll();
	expect(counts).toEqual({ users: users.length, events: events.length });

	expect(users.length).toBeGreaterThanOrEqual(58);
	expect(users.length).toBeLessThanOrEqual(66);
	const countRole = (role: string) => users.filter((user) => user.role === role).length;
	expect([countRole('admin'), countRole('creator'), countRole('storyteller')]).toEqual([2, 3, 5]);
	for (const persona of Object.values(PERSONAS)) {
		const row = users.find(({ discordId }) => discordId === persona.discordId);
		expect(row?.role).toBe(
			persona.kind === 'no-role' || persona.kind === 'stranger' ? undefined : persona.kind,
		);
	}
	expect(new Set(users.map(({ username }) => username)).size).toBe(users.length);
	expect(new Set(users.map(({ discordId }) => discordId?.length))).toEqual(new Set([17, 18, 19, 20]));
	expect(users.filter(({ avatar }) => avatar).length).toBeGreaterThan(20);
	expect(users.filter(({ avatar }) => !avatar).length).toBeGreaterThan(10);
	expect(users.filter(({ createdAt }) => createdAt > NOW)).toEqual([]);

	const upcoming = events.filter(({ date }) => date > NOW);
	expect(upcoming.length).toBeGreaterThanOrEqual(9);
	expect(events.filter(({ status }) => status === 'completed').length).toBeGreaterThanOrEqual(5);
	expect(upcoming.filter(({ status }) => status === 'cancelled')).toHaveLength(1);
	expect(events.filter(({ creatorId }) => creatorId === null)).toEqual([]);

	const countConfirmed = (event: Event) =>
		signups.filter(({ eventId, status }) => eventId === event.id && status === 'confirmed').length;
	expect(Math.max(...upcoming.map(countConfirmed))).toBeGreaterThan(30);
	expect(new Set(signups.map(({ status }) => status))).toEqual(new Set(SIGNUP_STATUSES));
	expect(new Set(signups.map(({ signupSource }) => signupSource))).toEqual(
		new Set(['webapp', 'discord', 'botc_command']),
	);
	expect(signups.filter(({ linkedAt }) => linkedAt === null).length).toBeGreaterThan(5);
	expect(signups.filter(({ createdAt }) => createdAt > NOW)).toEqual([]);

	const eventStorytellers = await rowsOf('event_storytellers').list();
	expect(new Set(eventStorytellers.map(({ eventId }) => eventId)).size).toBe(events.length);
	expect(
		eventStorytellers.filter(({ eventId, userId }) =>
			signups.some((one) => one.eventId === eventId && one.userId === userId),
		),
	).toEqual([]);
	const [tonight] = upcoming;
	const lastNight = events.findLast(({ date }) => date < NOW);
	const listGroups = (event?: Event) => rowsOf('groups').list({ eventId: String(event?.id) });
	expect(await rowsOf('groups').count()).toBe(4);
	expect((await listGroups(tonight)).map(({ storytellerId }) => Boolean(storytellerId))).toEqual([
		true,
		true,
	]);
	const [script] = await rowsOf('scripts').list();
	expect(await listGroups(lastNight)).toMatchObject([
		{ edition: 'tb', scriptId: null, winner: 'good' },
		{ edition: null, scriptId: script?.id, winner: 'evil' },
	]);
	expect(await rowsOf('played_groups').list({ eventId: String(lastNight?.id) })).toMatchObject([
		{ round: 1, clientId: 'group-1', winner: 'evil' },
		{ round: 1, clientId: 'group-2', winner: 'good' },
	]);
	expect(await rowsOf('played_seats').count({ position: null })).toBe(2);
	const attendance = await rowsOf('attendance').list({ eventId: String(lastNight?.id) });
	const states = new Set(attendance.map(({ state }) => state));
	expect(states).toEqual(new Set(['present', 'late', 'excused']));
	const seats = await rowsOf('group_players').list({ eventId: String(tonight?.id) });
	const player = users.find(({ discordId }) => discordId === PERSONAS.player.discordId);
	expect(seats.filter(({ userId }) => userId === player?.id)).toHaveLength(1);
	const seatedStatuses = seats.map(
		({ userId }) =>
			signups.find((signup) => signup.eventId === tonight?.id && signup.userId === userId)?.status,
	);
	expect(seatedStatuses.filter((status) => status !== 'confirmed')).toEqual(['declined']);

	const preferences = await rowsOf<{ kind: string; userId: string; preferredUserId: string }>(
		'player_preferences',
	).list();
	const prefers = (from: string, to: string) =>
		preferences.some((one) => one.kind === 'player' && one.userId === from && one.preferredUserId === to);
	expect(
		preferences.filter(
			({ userId, preferredUserId }) => prefers(userId, preferredUserId) && prefers(preferredUserId, userId),
		).length,
	).toBeGreaterThan(20);
	expect(await rowsOf('preferences').count()).toBeGreaterThan(10);
	expect(await Comment.count()).toBeGreaterThan(5);
	expect((await Setting.findByPk('events_banner'))?.value).toBeTruthy();

	expect(await seedCommunity({ now: NOW })).toEqual({ users: 0, events: 0 });
	expect(await Signup.count()).toBe(signups.length);
});

test.each(
	Array.from(
		{ length: 14 },
		(_, index) => new Date(Date.UTC(2026, 10, 20 + Math.floor(index / 2), index % 2 ? 3 : 22)),
	),
)('at %s there is an event tonight, a full one and a cancelled one, each at its local time', (now) => {
	const plannedEvents = planEvents(now);
	const upcoming = plannedEvents.filter(({ date }) => date > now);
	expect(upcoming[0]).toMatchObject({ status: 'active', hasGroups: true });
	expect(Number(upcoming[0]?.date) - now.getTime()).toBeLessThan(24 * HOUR_MS);
	expect(upcoming.filter(({ minConfirmed = 0 }) => minConfirmed > 30)).toHaveLength(1);
	expect(upcoming.filter(({ status }) => status === 'cancelled')).toHaveLength(1);
	for (const { date, timezone, title } of plannedEvents) {
		const wallTime = timezone === 'Europe/London' ? '15:00' : '20:30';
		if (!title.includes('pick-up')) expect(formatInTimeZone(date, timezone, 'HH:mm')).toBe(wallTime);
	}
	expect(plannedEvents.filter(({ timezone }) => timezone === 'Europe/London')).toHaveLength(1);
});
