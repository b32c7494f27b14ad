import { beforeEach, expect, test } from 'vitest';
import { type Event, Session, User } from '~/database/models/index.ts';
import { DAY_MS, MINUTE_MS } from '~/domain/limits.ts';
import { createEventRow, createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { checkComingMembers, checkMembersAfterGap } from '~/server/auth/coming-members.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();
const ROUTE = 'GET /guilds/{guild_id}/members/{user_id}';
const { player, secondPlayer, storyteller } = PERSONAS;

const NOW = new Date('2030-05-01T12:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * MINUTE_MS);
let event: Event;
beforeEach(async () => {
	await clearTables('users', 'events');
	event = await createEventRow({ date: new Date(NOW.getTime() + DAY_MS) });
});

async function join(
	discordId: string,
	values: { membershipCheckedAt?: Date | null; firstSignedInAt?: null } = {},
) {
	const user = await createUserRow({ discordId, membershipCheckedAt: ago(60), ...values });
	await createSignupRow({ eventId: event.id, userId: user.id });
	return user;
}
const listChecked = () =>
	state.requests.filter(({ route }) => route === ROUTE).map(({ path }) => path.split('/').at(-1));
const signal = new AbortController().signal;

test('who left while the app was down is noticed, and is signed out', async () => {
	const [gone, there] = [await join(player.discordId), await join(secondPlayer.discordId)];
	await Session.create({
		tokenHash: '1'.repeat(64),
		userId: gone.id,
		lastSeenAt: NOW,
		expiresAt: new Date(NOW.getTime() + DAY_MS),
	});
	state.leaveGuild(player.discordId);
	expect(await checkComingMembers(NOW)).toBe(1);
	expect(await gone.reload()).toMatchObject({ membershipLostAt: NOW, leftAt: null });
	expect(await there.reload()).toMatchObject({ membershipLostAt: null, membershipCheckedAt: NOW });
	expect(await Session.count()).toBe(0);
	// The check is fifteen minutes old before it is made again.
	expect(await checkComingMembers(new Date(NOW.getTime() + 14 * MINUTE_MS))).toBe(0);
	expect(listChecked()).toHaveLength(2);
	expect((await gone.reload()).membershipLostAt).toEqual(NOW);
	await checkMembersAfterGap(new Date(NOW.getTime() + 15 * MINUTE_MS), signal);
	expect(listChecked()).toHaveLength(4);
	expect((await gone.reload()).membershipLostAt).toEqual(NOW);
});

test('who has come back is noticed', async () => {
	const back = await join(player.discordId);
	await back.update({ membershipLostAt: ago(90), leftAt: ago(70) });
	expect(await checkComingMembers(NOW)).toBe(0);
	expect(await back.reload()).toMatchObject({ membershipLostAt: null, leftAt: null, returnedAt: NOW });
});

test('an imported user is known as a member from the first check that says so', async () => {
	const imported = await join(player.discordId, { firstSignedInAt: null, membershipCheckedAt: null });
	await checkComingMembers(NOW);
	expect((await imported.reload()).memberSeenAt).toEqual(NOW);
});

test('only members with coming signups are checked, those with the oldest check first', async () => {
	const [late, early, never] = [
		await join(player.discordId, { membershipCheckedAt: ago(30) }),
		await join(secondPlayer.discordId, { membershipCheckedAt: ago(40) }),
		await join(storyteller.discordId, { membershipCheckedAt: null }),
	];
	await join('500000000000000901', { membershipCheckedAt: ago(10) });
	const others = [{ status: 'cancelled' as const }, { date: ago(1) }].map((values) =>
		createEventRow({ date: event.date, ...values }),
	);
	for (const [index, { id: eventId }] of (await Promise.all(others)).entries()) {
		const user = await createUserRow({ discordId: `50000000000000091${index}` });
		await createSignupRow({ eventId, userId: user.id });
	}
	const declined = await createUserRow();
	await createSignupRow({ eventId: event.id, userId: declined.id, status: 'declined' });
	await createUserRow({ isTestData: true }).then(({ id }) =>
		createSignupRow({ eventId: event.id, userId: id }),
	);
	await checkComingMembers(NOW);
	expect(listChecked()).toEqual([never, early, late].map(({ discordId }) => discordId));
});

test('a failing Discord changes nothing, and is not asked for every member', async () => {
	for (let index = 0; index < 5; index += 1) await join(`50000000000000092${index}`);
	state.fail({ route: ROUTE, status: 500 });
	await expect(checkComingMembers(NOW)).rejects.toThrow();
	expect(await User.count({ where: { membershipCheckedAt: NOW } })).toBe(0);
	expect(new Set(listChecked()).size).toBe(3);
});

test('the end of a connection ends the check', async () => {
	await join(player.discordId);
	expect(await checkMembersAfterGap(NOW, AbortSignal.abort())).toBe(0);
	expect(listChecked()).toEqual([]);
});
