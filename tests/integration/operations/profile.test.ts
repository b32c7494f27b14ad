import { beforeEach, describe, expect, test } from 'vitest';
import { ApiToken, Session, Setting, type User } from '~/database/models/index.ts';
import { profileSchema } from '~/domain/users/profile.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { readApiToken } from '~/server/auth/api-tokens.ts';
import { readSession, startSession } from '~/server/auth/sessions.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '~/server/operations/users/create-api-token.ts';
import { endOtherSession, endOtherSessions, listSessions } from '~/server/operations/users/end-sessions.ts';
import { readProfile, setSwitches, updateProfile } from '~/server/operations/users/update-profile.ts';
import { useFreshUsers } from '~/tests/integration/auth/fresh-users.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getOperationOutcome } from '~/tests/support/operation-outcome.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: user.id, role: user.role }, now });

const night = { from: '22:30', to: '08:00', timezone: 'Europe/Berlin' };

let user: User;
let other: User;
beforeEach(async () => {
	user = await createUserRow();
	other = await createUserRow();
});

describe('the profile', () => {
	const update = (body: unknown) => perform(updateProfile, as(user), { read: () => body });

	test('what users say of themselves is saved, and left alone when it is left out', async () => {
		const user = await createUserRow({ role: 'storyteller' });
		const update = (body: object) =>
			perform(
				updateProfile,
				{ actor: { id: user.id, role: 'storyteller' }, now: new Date() },
				{ read: () => body },
			);
		expect(await update({ experience: 'new', likes_teaching: true })).toMatchObject({
			experience: 'new',
			likes_teaching: true,
		});
		expect(await update({ theme: 'dark' })).toMatchObject({ experience: 'new', likes_teaching: true });
		expect(await update({ experience: null, likes_teaching: false })).toMatchObject({
			experience: null,
			likes_teaching: false,
		});
		await expect(update({ experience: 'much' })).rejects.toThrow('Please choose new, few or nothing');
	});

	test('updates notifications and theme, together or alone, and returns the user', async () => {
		const updated = await update({ notifications: false, theme: 'light' });
		expect(profileSchema.parse(updated)).toEqual(updated);
		expect(updated).toMatchObject({ notifications: false, theme: 'light', showCountdown: true });
		expect(await update({ theme: 'dark' })).toMatchObject({ notifications: false, theme: 'dark' });
		expect(await update({})).toMatchObject({ notifications: false, theme: 'dark' });
	});

	test('keeps the reminder times and the quiet hours, and says when Discord refused a message', async () => {
		const read = () => perform(readProfile, as(user));
		const own = { reminder_minutes: [10_080, 60], reminder_way: 'thread', quiet_hours: night };
		const community = { reminder_minutes: null, reminder_way: null, quiet_hours: null };
		expect(profileSchema.parse(await read())).toEqual(await read());
		expect(await read()).toMatchObject({
			id: user.id,
			...community,
			community_reminder_minutes: [1_440, 60],
			community_reminder_way: 'direct',
			messages_refused_at: null,
		});
		const updated = await update({ ...own, reminder_minutes: [60, 10_080, 60] });
		expect(updated).toMatchObject(own);
		await Setting.bulkCreate([
			{ key: 'reminder_minutes', value: '' },
			{ key: 'reminder_way', value: 'thread' },
		]);
		await user.update({ messagesRefusedAt: now });
		expect(await update({ theme: 'light' })).toMatchObject({ ...own, theme: 'light' });
		expect(await read()).toMatchObject({
			...own,
			community_reminder_minutes: [],
			community_reminder_way: 'thread',
			messages_refused_at: now.toISOString(),
		});
		expect(await update({ reminder_minutes: [] })).toMatchObject({
			reminder_minutes: [],
			quiet_hours: night,
		});
		expect(await update(community)).toMatchObject(community);
		const { reminderMinutes, reminderWay, quietHours } = await user.reload();
		expect([reminderMinutes, reminderWay, quietHours]).toEqual([null, null, null]);
		await Setting.truncate();
	});

	test('is changed by no other field', async () => {
		const before = (await user.reload()).get({ plain: true });
		const names = [
			...['role', 'id', 'discordId', 'discord_id', 'username', 'isTestData', 'firstSignedInAt'],
			...['messages_refused_at', 'messagesRefusedAt', 'community_reminder_minutes', 'community_reminder_way'],
		];
		const fields = Object.fromEntries(names.map((name) => [name, 'admin']));
		await update(JSON.parse(JSON.stringify(fields).replace('{', '{"__proto__":{"role":"admin"},')));
		await perform(setSwitches, as(user), {
			read: () => ({ ...fields, notifications: true, showCountdown: true }),
		});
		expect((await user.reload()).get({ plain: true })).toEqual(before);
	});

	test.each([
		...[{ notifications: 'no' }, { theme: 'blue' }, { notifications: null }],
		...[{ reminder_minutes: [30] }, { reminder_way: 'email' }, { quiet_hours: { ...night, to: '22:30' } }],
	])('%j is refused', async (body) => {
		expect(await getOperationOutcome(update({ notifications: false, theme: 'light', ...body }))).toBe(
			'invalid',
		);
		expect((await user.reload()).get({ plain: true })).toMatchObject({
			notifications: true,
			theme: 'dark',
		});
	});

	test('the switches are saved together; that of the roles may be left out', async () => {
		const read = () => ({ notifications: false, showCountdown: false, event_roles: false });
		expect(await perform(setSwitches, as(user), { read })).toMatchObject({
			notifications: false,
			showCountdown: false,
		});
		const others = () => ({ notifications: true, showCountdown: true });
		await perform(setSwitches, as(user), { read: others });
		expect((await perform(readProfile, as(user))).event_roles).toBe(false);
		expect((await update({ event_roles: true })).event_roles).toBe(true);
		expect(await getOperationOutcome(update({ event_roles: 'no' }))).toBe('invalid');
		expect(
			await getOperationOutcome(perform(setSwitches, as(user), { read: () => ({ notifications: true }) })),
		).toBe('invalid');
	});
});

describe('API tokens', () => {
	const create = (name: unknown, idempotencyKey?: string) =>
		perform(createApiToken, as(user), { read: () => ({ name, idempotencyKey }) });
	const list = (owner: User) => perform(listApiTokens, as(owner));
	const revoke = (owner: User, tokenId: string) =>
		perform(revokeApiToken, as(owner), { params: { tokenId } });

	test('a token works until it is revoked; only its owner sees and revokes it', async () => {
		const { token, secret } = await create(' hearth ');
		expect(token).toEqual({
			id: token.id,
			name: 'hearth',
			created_at: now.toISOString(),
			expires_at: '2027-10-15T12:00:00.000Z',
			last_used_at: null,
		});
		expect(secret).toMatch(/^townbell_[\w-]{43}$/);
		expect(JSON.stringify(await list(user))).not.toContain(secret);
		expect((await readApiToken(secret, now))?.actor.id).toBe(user.id);
		expect(await list(user)).toEqual([{ ...token, last_used_at: now.toISOString() }]);
		expect(await list(other)).toEqual([]);
		for (const id of [token.id, '999999', 'abc'])
			expect(await getOperationOutcome(revoke(other, id))).toBe('missing');
		expect(await getOperationOutcome(revoke(user, token.id))).toBe('done');
		expect(await getOperationOutcome(revoke(user, token.id))).toBe('missing');
		expect(await readApiToken(secret, now)).toBeNull();
		expect(await list(user)).toEqual([]);
	});

	test('the newest is listed first', async () => {
		for (const name of ['hearth', 'lantern']) await create(name);
		expect((await list(user)).map(({ name }) => name)).toEqual(['lantern', 'hearth']);
	});

	test('an expired token is neither listed nor revocable, and does not count', async () => {
		const ids = [];
		for (let index = 0; index < 20; index += 1) ids.push((await create(`token ${index}`)).token.id);
		expect(await getOperationOutcome(create('more'))).toBe('conflict');
		await ApiToken.update({ expiresAt: now }, { where: { id: ids[0] } });
		expect((await list(user)).map(({ id }) => id)).not.toContain(ids[0]);
		expect(await getOperationOutcome(revoke(user, ids[0] ?? ''))).toBe('missing');
		expect(await getOperationOutcome(create('more'))).toBe('done');
	});

	test('a name is needed, of at most 100 characters', async () => {
		for (const name of ['', ' ', undefined, 7, 'x'.repeat(101)])
			expect(await getOperationOutcome(create(name))).toBe('invalid');
		expect(await getOperationOutcome(create('x'.repeat(100)))).toBe('done');
		expect(await ApiToken.count()).toBe(1);
	});

	test('a form that is sent twice makes one, and says that it cannot be shown again', async () => {
		expect(
			(
				await Promise.all([getOperationOutcome(create('a', 'key')), getOperationOutcome(create('a', 'key'))])
			).sort(),
		).toEqual(['conflict', 'done']);
		expect(await list(user)).toHaveLength(1);
	});

	test('at most twenty exist, even with concurrent requests; a revoked one does not count', async () => {
		const outcomes = await Promise.all(
			Array.from({ length: 22 }, (_, index) => getOperationOutcome(create(`token ${index}`))),
		);
		expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(20);
		expect(await getOperationOutcome(create('more'))).toBe('conflict');
		await revoke(user, String((await list(user))[0]?.id));
		expect(await getOperationOutcome(create('more'))).toBe('done');
	});
});

describe('sessions', () => {
	const list = (currentId: string) => perform(listSessions, as(user), { read: () => ({ currentId }) });

	test('lists the current one first, then the last used; none expired, none of others', async () => {
		const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
		const createSession = (userId: string, hours: number, end = 24) =>
			Session.create({
				userId,
				tokenHash: `${userId}${hours}`.padStart(64, 'a'),
				createdAt: hoursAgo(hours),
				lastSeenAt: hoursAgo(hours),
				expiresAt: hoursAgo(-end),
			});
		const current = await createSession(user.id, 5);
		const old = await createSession(user.id, 9);
		const recent = await createSession(user.id, 1);
		await createSession(user.id, 30, -1);
		await createSession(other.id, 2);
		const sessions = await list(current.id);
		expect(sessions.map(({ id, isCurrent }) => [id, isCurrent])).toEqual([
			[current.id, true],
			[recent.id, false],
			[old.id, false],
		]);
		expect((await list('token-1')).map(({ id }) => id)).toEqual([recent.id, current.id, old.id]);
	});

	test('lists at most fifty, including the current one', async () => {
		const rows = await Session.bulkCreate(
			Array.from({ length: 60 }, (_, index) => ({
				userId: user.id,
				tokenHash: String(index).padStart(64, '0'),
				createdAt: now,
				lastSeenAt: new Date(now.getTime() - index),
				expiresAt: new Date(now.getTime() + 1),
			})),
		);
		const oldest = String(rows.at(-1)?.id);
		const sessions = await list(oldest);
		expect(sessions).toHaveLength(50);
		expect(sessions[0]).toMatchObject({ id: oldest, isCurrent: true });
	});

	test('ends one session, or all but the current one, but never another user’s', async () => {
		const [current, phone, tablet] = [
			await startSession(user.id, now),
			await startSession(user.id, now),
			await startSession(user.id, now),
		];
		const otherToken = await startSession(other.id, now);
		const idOf = async (token: string) => String((await readSession(token, now))?.sessionId);
		const endSession = async (token: string) =>
			perform(endOtherSession, as(user), { params: { sessionId: await idOf(token) } });
		expect(await getOperationOutcome(endSession(otherToken))).toBe('missing');
		expect(await getOperationOutcome(endSession(phone))).toBe('done');
		expect(await readSession(phone, now)).toBeNull();
		expect(await readSession(tablet, now)).not.toBeNull();
		const currentId = await idOf(current);
		expect(await perform(endOtherSessions, as(user), { read: () => ({ currentId }) })).toEqual({ ended: 1 });
		expect(await readSession(tablet, now)).toBeNull();
		expect(await readSession(current, now)).not.toBeNull();
		expect(await readSession(otherToken, now)).not.toBeNull();
	});
});
