import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, ErasedId, User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { makeSignup, makeUser } from '~/seeds/factories.ts';
import { listUsers } from '~/server/operations/admin/lists.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { deleteUser, setRole } from '~/server/operations/users/admin.ts';
import { useFreshPeople } from '~/tests/integration/auth/fresh-people.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
useFreshPeople();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: String(user.id), role: user.role as 'admin' }, now });
const give = (actor: User, user: User, role: unknown) =>
	perform(setRole, as(actor), { params: { userId: String(user.id) }, read: () => ({ role }) });
const remove = (actor: User, userId: string) => perform(deleteUser, as(actor), { params: { userId } });
const outcomeOf = (work: Promise<unknown>) =>
	work.then(
		() => 'done',
		(error: unknown) => (error instanceof Refusal ? `${error.kind}: ${error.message}` : String(error)),
	);
const roleOf = async (user: User) => (await user.reload()).role;
const trail = async () =>
	(await AuditEntry.findAll({ order: ['id'] })).map(
		({ actorId, action, subjectType, subjectId, detail }) => ({
			...{ actorId: String(actorId), action, subject: `${subjectType} ${subjectId}`, detail },
		}),
	);

let admin: User;
beforeEach(async () => {
	await AuditEntry.destroy({ where: {} });
	admin = await makeUser({ role: 'admin', username: 'marlowe' });
});

describe('roles', () => {
	test.each(['player', 'storyteller', 'creator', 'admin'] as const)(
		'%s is given, and written down',
		async (role) => {
			const user = await makeUser({ role: role === 'creator' ? 'player' : 'creator' });
			const answer = await give(admin, user, role);
			expect(answer).toMatchObject({ id: String(user.id), role, total_signups: 0 });
			expect(await trail()).toEqual([
				{
					...{ actorId: String(admin.id), action: 'users.setRole', subject: `user ${user.id}` },
					detail: { from: user.role, to: role },
				},
			]);
			expect(await roleOf(user)).toBe(role);
		},
	);

	test('the role that somebody has is no change', async () => {
		const user = await makeUser({ role: 'creator' });
		expect(await give(admin, user, 'creator')).toMatchObject({ role: 'creator' });
		expect(await trail()).toEqual([]);
	});

	test('what is none, and nobody, are refused', async () => {
		const user = await makeUser();
		expect(await outcomeOf(give(admin, user, 'owner'))).toBe(
			'invalid: Please choose Player, Storyteller, Creator or Admin',
		);
		for (const userId of ['999999', '0', 'x', '']) {
			const asked = perform(setRole, as(admin), { params: { userId }, read: () => ({ role: 'player' }) });
			expect(await outcomeOf(asked)).toBe('missing: User not found');
		}
		expect([await roleOf(user), await trail()]).toEqual(['player', []]);
	});

	test('the last admin keeps theirs; with another they may give it up', async () => {
		const text = 'conflict: This is the last admin. Please appoint another admin first.';
		expect(await outcomeOf(give(admin, admin, 'player'))).toBe(text);
		expect(await roleOf(admin)).toBe('admin');
		const other = await makeUser();
		await give(admin, other, 'admin');
		await other.reload();
		expect(await outcomeOf(give(admin, admin, 'creator'))).toBe('done');
		expect(await outcomeOf(give(other, other, 'creator'))).toBe(text);
	});

	test('two admins who demote each other at once: one stays, every time', async () => {
		for (let round = 0; round < 8; round += 1) {
			const other = await makeUser({ role: 'admin' });
			const outcomes = await Promise.all([
				outcomeOf(give(admin, other, 'player')),
				outcomeOf(give(other, admin, 'player')),
			]);
			expect(outcomes.sort()).toEqual([expect.stringContaining('conflict: This is the last'), 'done']);
			expect(await User.count({ where: { role: 'admin' } })).toBe(1);
			await admin.update({ role: 'admin' });
			await other.destroy();
		}
	});
});

describe('deletion', () => {
	test('erases the person with their answers, and leaves an id in the trail', async () => {
		const { userId } = await makeSignup();
		expect(await remove(admin, String(userId))).toEqual({ message: 'User deleted successfully!' });
		expect([await User.count(), await ErasedId.count()]).toEqual([1, 1]);
		expect(await trail()).toEqual([
			{
				...{ actorId: String(admin.id), action: 'users.delete', subject: `user ${userId}` },
				detail: {},
			},
		]);
		expect(await outcomeOf(remove(admin, String(userId)))).toBe('missing: User not found');
	});

	test('never of oneself', async () => {
		await makeUser({ role: 'admin' });
		expect(await outcomeOf(remove(admin, String(admin.id)))).toMatch(/^denied: You cannot delete your own/);
		expect([await User.count(), await trail()]).toEqual([2, []]);
	});

	test('of each other by two admins at once: one stays, every time', async () => {
		for (let round = 0; round < 8; round += 1) {
			const pair = [await makeUser({ role: 'admin' }), await makeUser({ role: 'admin' })] as const;
			await User.destroy({ where: { id: admin.id } });
			const [one, two] = pair;
			const outcomes = await Promise.all([
				outcomeOf(remove(one, String(two.id))),
				outcomeOf(remove(two, String(one.id))),
			]);
			expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
			expect(await User.count({ where: { role: 'admin' } })).toBe(1);
			await User.destroy({ where: {} });
		}
	});
});

test.each(['player', 'storyteller', 'creator'] as const)('none of this is for a %s', async (role) => {
	const [caller, user] = [await makeUser({ role }), await makeUser()];
	for (const asked of [
		give(caller, user, 'admin'),
		remove(caller, String(user.id)),
		perform(listUsers, as(caller)),
	]) {
		expect(await outcomeOf(asked)).toBe("denied: You don't have permission to do this.");
	}
	expect([await roleOf(user), await trail()]).toEqual(['player', []]);
});
