import { expect, test } from 'vitest';
import { ApiToken, Session, User } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '~/domain/limits.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { authenticate } from '~/server/auth/authenticate.ts';
import { endSession, endSessionsOf, readSession, startSession } from '~/server/auth/sessions.ts';
import { perform } from '~/server/operations/operation.ts';
import { createApiToken } from '~/server/operations/tokens.ts';
import { hashSecret } from '~/server/secrets.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { useFreshPeople } from './fresh-people.ts';

useTestEnvironment();
useDatabase();
useFreshPeople();
const { state } = useDiscord();
const now = new Date();
const later = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const makeToken = async (user: User) => {
	const caller = { actor: { id: user.id, role: user.role }, now };
	const { token, secret } = await perform(createApiToken, caller, { read: () => ({ name: 'calendar' }) });
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

test('a session lives thirty days, and the database knows only its hash', async () => {
	const user = await createUser();
	const token = await startSession(user.id, now);
	expect(token).toMatch(/^[\w-]{43}$/);
	const row = await Session.findOne({ rejectOnEmpty: true });
	expect(row.tokenHash).toBe(hashSecret(token));
	expect((await readSession(token, later(30 * DAY_MS - 1)))?.actor).toEqual({ id: user.id, role: 'creator' });
	expect(await readSession('nonsense', now)).toBeNull();
});

test('an unused session ends; a used one slides on, written once an hour', async () => {
	const user = await createUser();
	const unused = await startSession(user.id, now);
	expect(await readSession(unused, later(30 * DAY_MS))).toBeNull();

	const token = await startSession(user.id, now);
	expect((await readSession(token, later(HOUR_MS - 1)))?.renewedCookie).toBeNull();
	expect((await readSession(token, later(29 * DAY_MS)))?.renewedCookie).toContain(`session=${token}; `);
	expect((await readSession(token, later(29 * DAY_MS + MINUTE_MS)))?.renewedCookie).toBeNull();
	expect(await readSession(token, later(58 * DAY_MS))).not.toBeNull();
});

test('ending one session, and all of a person', async () => {
	const user = await createUser();
	const [one, two, three] = await Promise.all([1, 2, 3].map(() => startSession(user.id, now)));
	await endSession(one ?? '');
	expect(await readSession(one ?? '', now)).toBeNull();
	expect(await readSession(two ?? '', now)).not.toBeNull();
	await endSessionsOf(user.id);
	for (const token of [two, three]) expect(await readSession(token ?? '', now)).toBeNull();
});

test('by cookie, by session token as Bearer, by personal token; a bad Bearer does not fall back', async () => {
	const user = await createUser();
	const session = await startSession(user.id, now);
	const { token } = await makeToken(user);
	const cookie = { Cookie: `other=1; session=${session}` };
	const by = async (headers: Record<string, string>) => {
		const found = await authenticate(request(headers), now);
		return found && [found.via, found.actor.id];
	};
	expect(await by(cookie)).toEqual(['cookie', user.id]);
	expect(await by({ Authorization: `Bearer ${session}` })).toEqual(['bearer', user.id]);
	expect(await by({ Authorization: `bearer ${token}` })).toEqual(['bearer', user.id]);
	expect(await by({ ...cookie, Authorization: 'Bearer wrong' })).toBeNull();
	expect(await by({ ...cookie, Authorization: 'Basic cHJveHk6cHJveHk=' })).toEqual(['cookie', user.id]);
	expect(await by({ Cookie: `session=${token}` })).toBeNull();
	expect(await by({})).toBeNull();
});

test('a personal token: hashed, seen every five minutes at most, gone when revoked or its owner left', async () => {
	const user = await createUser();
	const { id, token } = await makeToken(user);
	const row = await ApiToken.findByPk(id, { rejectOnEmpty: true });
	expect(JSON.stringify(row)).not.toContain(token);
	const use = (at: Date) => authenticate(request({ Authorization: `Bearer ${token}` }), at);
	await use(now);
	await use(later(4 * MINUTE_MS));
	expect((await row.reload()).lastUsedAt).toEqual(now);
	await use(later(5 * MINUTE_MS));
	expect((await row.reload()).lastUsedAt).toEqual(later(5 * MINUTE_MS));

	state.leaveGuild(PERSONAS.creator.discordId);
	expect(await use(later(16 * MINUTE_MS))).toBeNull();
	expect(await use(later(17 * MINUTE_MS))).toBeNull();
	state.setRoles(PERSONAS.creator.discordId, [state.guild.requiredRoleId]);
	expect(await use(later(40 * MINUTE_MS))).not.toBeNull();
	await row.update({ revokedAt: now });
	expect(await use(later(41 * MINUTE_MS))).toBeNull();
});
