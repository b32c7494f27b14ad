import { expect, test } from 'vitest';
import { ApiToken, Session, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { readApiToken } from '~/server/auth/api-tokens.ts';
import { authenticate } from '~/server/auth/authenticate.ts';
import { endSession, endUserSessions, readSession, startSession } from '~/server/auth/sessions.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { createApiToken } from '~/server/operations/users/create-api-token.ts';
import { hashSecret } from '~/server/secrets.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { useFreshUsers } from './fresh-users.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();
const { state } = useDiscord();
const now = new Date();
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const createToken = async (user: User) => {
	const context = { actor: { id: user.id, role: user.role }, now };
	const { token, secret } = await perform(createApiToken, context, { read: () => ({ name: 'calendar' }) });
	return { id: token.id, token: secret };
};
const createUser = () =>
	User.create({
		discordId: PERSONAS.creator.discordId,
		username: 'priya',
		role: 'creator',
		membershipCheckedAt: now,
	});
const request = (headers: Record<string, string>) =>
	new Request('http://localhost:3000/api/events', { headers });

test('a session lasts thirty days, and the database stores only its hash', async () => {
	const user = await createUser();
	const token = await startSession(user.id, now);
	expect(token).toMatch(/^[\w-]{43}$/);
	const row = await Session.findOne({ rejectOnEmpty: true });
	expect(row.tokenHash).toBe(hashSecret(token));
	expect((await readSession(token, later(30 * DAY_MS - 1)))?.actor).toEqual({ id: user.id, role: 'creator' });
	expect(await readSession('nonsense', now)).toBeNull();
});

test('an unused session expires; a used one is renewed, at most once an hour', async () => {
	const user = await createUser();
	const unused = await startSession(user.id, now);
	expect(await readSession(unused, later(30 * DAY_MS))).toBeNull();

	const token = await startSession(user.id, now);
	expect((await readSession(token, later(HOUR_MS - 1)))?.renewedCookie).toBeNull();
	expect((await readSession(token, later(29 * DAY_MS)))?.renewedCookie).toContain(`session=${token}; `);
	expect((await readSession(token, later(29 * DAY_MS + MINUTE_MS)))?.renewedCookie).toBeNull();
	expect(await readSession(token, later(58 * DAY_MS))).not.toBeNull();
});

test('a session ends ninety days after its creation, and its cookie lasts no longer', async () => {
	const user = await createUser();
	const token = await startSession(user.id, now);
	for (let day = 1; day < 90; day += 1) {
		const found = await readSession(token, later(day * DAY_MS));
		const remainingSeconds = Math.min(30, 90 - day) * 86_400;
		expect([found?.renewedCookie, found?.expiresAt]).toEqual([
			expect.stringContaining(`session=${token}; Path=/; Max-Age=${remainingSeconds};`),
			later(day * DAY_MS + remainingSeconds * 1000),
		]);
	}
	expect(await readSession(token, later(90 * DAY_MS - 1))).not.toBeNull();
	expect(await readSession(token, later(90 * DAY_MS))).toBeNull();
});

test('a user keeps the fifty newest sessions, also when many start at once', async () => {
	const user = await createUser();
	const other = await User.create({ username: 'other' });
	const otherToken = await startSession(other.id, now);
	const first = await startSession(user.id, now);
	const second = await startSession(user.id, later(1));
	for (let start = 2; start < 50; start += 1) await startSession(user.id, later(start));
	expect(await readSession(first, now)).not.toBeNull();
	await startSession(user.id, later(50));
	expect(await readSession(first, now)).toBeNull();
	expect(await readSession(second, now)).not.toBeNull();
	await Promise.all(Array.from({ length: 60 }, (_, index) => startSession(user.id, later(60 + index))));
	expect(await Session.count({ where: { userId: user.id } })).toBe(50);
	expect(await readSession(second, now)).toBeNull();
	expect(await readSession(otherToken, now)).not.toBeNull();
});

test('ends one session, and all sessions of a user', async () => {
	const user = await createUser();
	const [one, two, three] = await Promise.all([1, 2, 3].map(() => startSession(user.id, now)));
	await endSession(one ?? '');
	expect(await readSession(one ?? '', now)).toBeNull();
	expect(await readSession(two ?? '', now)).not.toBeNull();
	await endUserSessions(user.id);
	for (const token of [two, three]) expect(await readSession(token ?? '', now)).toBeNull();
});

test('authenticates by cookie, session token or personal token; a wrong Bearer does not fall back', async () => {
	const user = await createUser();
	const session = await startSession(user.id, now);
	const { token } = await createToken(user);
	const cookie = { Cookie: `other=1; session=${session}` };
	const authenticateWith = async (headers: Record<string, string>) => {
		const found = await authenticate(request(headers), now);
		return found && [found.via, found.actor.id];
	};
	expect(await authenticateWith(cookie)).toEqual(['cookie', user.id]);
	expect(await authenticateWith({ Authorization: `Bearer ${session}` })).toEqual(['bearer', user.id]);
	expect(await authenticateWith({ Authorization: `bearer ${token}` })).toEqual(['bearer', user.id]);
	expect(await authenticateWith({ ...cookie, Authorization: 'Bearer wrong' })).toBeNull();
	expect(await authenticateWith({ ...cookie, Authorization: 'Basic cHJveHk6cHJveHk=' })).toEqual([
		'cookie',
		user.id,
	]);
	expect(await authenticateWith({ Cookie: `session=${token}` })).toBeNull();
	expect(await authenticateWith({})).toBeNull();
});

test('a session that is sent as a Bearer token sets no cookie', async () => {
	const session = await startSession((await createUser()).id, now);
	const found = await authenticate(request({ Authorization: `Bearer ${session}` }), later(HOUR_MS));
	expect(found).toMatchObject({ via: 'bearer', renewedCookie: null });
});

test('a personal token is hashed, records its use every five minutes, and ends when revoked or its owner leaves', async () => {
	const user = await createUser();
	const { id, token } = await createToken(user);
	const row = await ApiToken.findByPk(id, { rejectOnEmpty: true });
	expect(JSON.stringify(row)).not.toContain(token);
	const authenticateAt = (at: Date) => authenticate(request({ Authorization: `Bearer ${token}` }), at);
	await authenticateAt(now);
	await authenticateAt(later(4 * MINUTE_MS));
	expect((await row.reload()).lastUsedAt).toEqual(now);
	await authenticateAt(later(5 * MINUTE_MS));
	expect((await row.reload()).lastUsedAt).toEqual(later(5 * MINUTE_MS));

	state.leaveGuild(PERSONAS.creator.discordId);
	expect(await authenticateAt(later(16 * MINUTE_MS))).toBeNull();
	expect(await authenticateAt(later(17 * MINUTE_MS))).toBeNull();
	state.setRoles(PERSONAS.creator.discordId, [state.guild.requiredRoleId]);
	expect(await authenticateAt(later(40 * MINUTE_MS))).not.toBeNull();
	await row.update({ revokedAt: now });
	expect(await authenticateAt(later(41 * MINUTE_MS))).toBeNull();
});

test('a personal token is refused from the moment when it expires', async () => {
	const user = await createUser();
	const { token } = await createToken(user);
	expect(await readApiToken(token, later(365 * DAY_MS - 1))).not.toBeNull();
	expect(await readApiToken(token, later(365 * DAY_MS))).toBeNull();
});

test('the policy treats only a personal token as an API token, not a session as Bearer', async () => {
	const user = await createUser();
	const { token } = await createToken(user);
	const actorOf = async (bearer: string) =>
		(await authenticate(request({ Authorization: `Bearer ${bearer}` }), now))?.actor;
	expect(await actorOf(token)).toEqual({ id: user.id, role: 'creator', isApiToken: true });
	expect(await actorOf(await startSession(user.id, now))).toEqual({ id: user.id, role: 'creator' });
});
