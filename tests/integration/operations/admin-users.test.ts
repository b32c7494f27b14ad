import { beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry, ErasedId, User } from '~/database/models/index.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createSignupRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { undoChange } from '~/server/operations/admin/index.ts';
import { listAllUsers } from '~/server/operations/admin/list-all.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { deleteUser } from '~/server/operations/users/erase-user.ts';
import { setRole, setRoles } from '~/server/operations/users/set-role.ts';
import { useFreshUsers } from '~/tests/integration/auth/fresh-users.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
useFreshUsers();

const now = new Date('2026-10-15T12:00:00Z');
const as = (user: User) => ({ actor: { id: String(user.id), role: user.role as 'admin' }, now });
const changeRole = (actor: User, user: User, role: unknown) =>
	perform(setRole, as(actor), { params: { userId: String(user.id) }, read: () => ({ role }) });
const changeRoles = (actor: User, roles: readonly (readonly [User | string, unknown])[]) =>
	perform(setRoles, as(actor), {
		read: () => ({
			roles: roles.map(([user, role]) => ({
				userId: typeof user === 'string' ? user : String(user.id),
				role,
			})),
		}),
	});
const remove = (actor: User, userId: string) => perform(deleteUser, as(actor), { params: { userId } });
const outcomeOf = (work: Promise<unknown>) =>
	work.then(
		() => 'done',
		(error: unknown) => (error instanceof Refusal ? `${error.kind}: ${error.message}` : String(error)),
	);
const roleOf = async (user: User) => (await user.reload()).role;
const listTrail = async () =>
	(await AuditEntry.findAll({ order: ['id'] })).map(
		({ actorId, action, subjectType, subjectId, detail }) => ({
			actorId: String(actorId),
			action,
			subject: `${subjectType} ${subjectId}`,
			detail,
		}),
	);

let admin: User;
beforeEach(async () => {
	await AuditEntry.destroy({ where: {} });
	await rowsOf('undos').delete();
	admin = await createUserRow({ role: 'admin', username: 'marlowe' });
});

describe('roles', () => {
	test.each(['player', 'storyteller', 'creator', 'admin'] as const)(
		'%s can be set and is recorded',
		async (role) => {
			const user = await createUserRow({ role: role === 'creator' ? 'player' : 'creator' });
			const updated = await changeRole(admin, user, role);
			expect(updated).toMatchObject({ id: String(user.id), role, total_signups: 0 });
			expect(await listTrail()).toEqual([
				{
					actorId: String(admin.id),
					action: 'users.setRole',
					subject: `user ${user.id}`,
					detail: { from: user.role, to: role },
				},
			]);
			expect(await roleOf(user)).toBe(role);
		},
	);

	test('setting the current role changes nothing', async () => {
		const user = await createUserRow({ role: 'creator' });
		expect(await changeRole(admin, user, 'creator')).toMatchObject({ role: 'creator' });
		expect(await listTrail()).toEqual([]);
	});

	test('refuses an unknown role and an unknown user', async () => {
		const user = await createUserRow();
		expect(await outcomeOf(changeRole(admin, user, 'owner'))).toBe(
			'invalid: Please choose Player, Storyteller, Creator or Admin',
		);
		for (const userId of ['999999', '0', 'x', '']) {
			const request = perform(setRole, as(admin), { params: { userId }, read: () => ({ role: 'player' }) });
			expect(await outcomeOf(request)).toBe('missing: User not found');
		}
		expect([await roleOf(user), await listTrail()]).toEqual(['player', []]);
	});

	test('the last admin cannot be demoted; one of two can', async () => {
		const text = 'conflict: This is the last admin. Please appoint another admin first.';
		expect(await outcomeOf(changeRole(admin, admin, 'player'))).toBe(text);
		expect(await roleOf(admin)).toBe('admin');
		const other = await createUserRow();
		await changeRole(admin, other, 'admin');
		await other.reload();
		expect(await outcomeOf(changeRole(admin, admin, 'creator'))).toBe('done');
		expect(await outcomeOf(changeRole(other, other, 'creator'))).toBe(text);
	});

	test('when two admins demote each other at once, one stays', async () => {
		for (let round = 0; round < 8; round += 1) {
			const other = await createUserRow({ role: 'admin' });
			const outcomes = await Promise.all([
				outcomeOf(changeRole(admin, other, 'player')),
				outcomeOf(changeRole(other, admin, 'player')),
			]);
			expect(outcomes.sort()).toEqual([expect.stringContaining('conflict: This is the last'), 'done']);
			expect(await User.count({ where: { role: 'admin' } })).toBe(1);
			await admin.update({ role: 'admin' });
			await other.destroy();
		}
	});
});

describe('several roles at once', () => {
	test('are saved together, and those that change are recorded', async () => {
		const users = await Promise.all([createUserRow(), createUserRow(), createUserRow({ role: 'creator' })]);
		const [first, second, third] = users as [User, User, User];
		const result = await changeRoles(admin, [
			[first, 'creator'],
			[second, 'admin'],
			[third, 'creator'],
		]);
		expect(result).toEqual({ updated: 2, alreadyDeleted: 0 });
		expect(await Promise.all(users.map(roleOf))).toEqual(['creator', 'admin', 'creator']);
		expect(second.becameAdminAt).toEqual(now);
		expect((await listTrail()).map(({ action, subject, detail }) => [action, subject, detail])).toEqual([
			['users.setRole', `user ${first.id}`, { from: 'player', to: 'creator' }],
			['users.setRole', `user ${second.id}`, { from: 'player', to: 'admin' }],
		]);
	});

	test.each<[string, (user: User) => readonly (readonly [User | string, unknown])[], string]>([
		['nothing', () => [], 'invalid: No role was changed.'],
		[
			'an unknown role',
			(user) => [
				[user, 'creator'],
				[admin, 'owner'],
			],
			'invalid: Please choose Player',
		],
		[
			'a user who never existed',
			(user) => [
				[user, 'creator'],
				['999999999', 'creator'],
			],
			'invalid: Some selected items no longer exist',
		],
		[
			'an odd id',
			(user) => [
				[user, 'creator'],
				['1;', 'creator'],
			],
			'invalid: Some selected items no longer',
		],
		[
			'the last admin',
			(user) => [
				[user, 'creator'],
				[admin, 'player'],
			],
			'conflict: This is the last admin.',
		],
	])('change nothing with %s', async (_, list, refusal) => {
		const user = await createUserRow();
		expect(await outcomeOf(changeRoles(admin, list(user)))).toContain(refusal);
		expect([await roleOf(user), await roleOf(admin), await listTrail()]).toEqual(['player', 'admin', []]);
	});

	test('hand the admin role over, and skip a user who was deleted meanwhile', async () => {
		const [heir, deleted] = [await createUserRow(), await createUserRow()];
		await deleted.destroy();
		const changes = [
			[admin, 'player'],
			[heir, 'admin'],
			[deleted, 'creator'],
		] as const;
		expect(await changeRoles(admin, changes)).toEqual({ updated: 2, alreadyDeleted: 1 });
		expect([await roleOf(admin), await roleOf(heir)]).toEqual(['player', 'admin']);
	});

	test('a deleted heir is no admin', async () => {
		const heir = await createUserRow();
		await heir.destroy();
		const changes = [
			[admin, 'player'],
			[heir, 'admin'],
		] as const;
		expect(await outcomeOf(changeRoles(admin, changes))).toContain('conflict: This is the last admin.');
	});

	test('keep an admin when two admins demote each other at once', async () => {
		const other = await createUserRow({ role: 'admin' });
		const outcomes = await Promise.all([
			outcomeOf(changeRoles(admin, [[other, 'player']])),
			outcomeOf(changeRoles(other, [[admin, 'player']])),
		]);
		expect(outcomes.sort()).toEqual([expect.stringContaining('conflict: This is the last'), 'done']);
	});
});

describe('the undo of roles', () => {
	const LAST_ADMIN = 'conflict: This is the last admin. Please appoint another admin first.';
	/** Undoes the first or last change of roles that was recorded. */
	const undoRoles = async (user: User, direction: 'ASC' | 'DESC' = 'DESC') => {
		const entry = await AuditEntry.findOne({
			where: { action: 'users.setRole' },
			order: [['id', direction]],
			rejectOnEmpty: true,
		});
		return perform(undoChange, as(user), { params: { entryId: String(entry.id) } });
	};

	test('puts back the roles of all users of one save, and is recorded', async () => {
		const [first, second] = [await createUserRow(), await createUserRow({ role: 'storyteller' })];
		await changeRoles(admin, [
			[first, 'creator'],
			[second, 'admin'],
		]);
		// What was changed beside the role stays.
		await first.update({ preferredUsername: 'New' });
		expect((await undoRoles(admin)).restored).toEqual({
			events: 0,
			signups: 0,
			groups: 0,
			comments: 0,
			roles: 2,
		});
		expect([await roleOf(first), await roleOf(second)]).toEqual(['player', 'storyteller']);
		expect(first.preferredUsername).toBe('New');
		expect((await listTrail()).at(-1)).toMatchObject({
			action: 'audit.undo',
			detail: { roles: 2, undone: 'users.setRole' },
		});
		expect(await outcomeOf(undoRoles(admin))).toBe('conflict: This was already undone.');
	});

	test('is refused when a role has changed since, with the user, and changes nothing', async () => {
		const [first, second] = [await createUserRow(), await createUserRow({ preferredUsername: 'Rook' })];
		await changeRoles(admin, [
			[first, 'creator'],
			[second, 'creator'],
		]);
		await changeRole(admin, second, 'storyteller');
		expect(await outcomeOf(undoRoles(admin, 'ASC'))).toBe('conflict: Rook’s role has changed since.');
		expect([await roleOf(first), await roleOf(second)]).toEqual(['creator', 'storyteller']);
	});

	test('leaves an admin, and belongs to admins', async () => {
		const heir = await createUserRow();
		await changeRole(admin, heir, 'admin');
		await heir.reload();
		await changeRole(heir, admin, 'creator');
		await admin.reload();
		expect(await outcomeOf(undoRoles(admin))).toBe("denied: You don't have permission to undo this.");
		expect(await outcomeOf(undoRoles(heir, 'ASC'))).toBe(LAST_ADMIN);
		expect(await roleOf(heir)).toBe('admin');
		await undoRoles(heir);
		expect(await roleOf(admin)).toBe('admin');
	});

	test('two undos at once that would each take one of the two admins leave one', async () => {
		const other = await createUserRow();
		await changeRole(admin, other, 'admin');
		await other.reload();
		const outcomes = await Promise.all([
			outcomeOf(undoRoles(admin, 'ASC')),
			outcomeOf(changeRole(other, admin, 'player')),
		]);
		expect(outcomes).toContain('done');
		expect(await User.count({ where: { role: 'admin' } })).toBe(1);
	});

	test('does not bring back a user who was deleted', async () => {
		const [first, second] = [await createUserRow(), await createUserRow()];
		await changeRoles(admin, [
			[first, 'creator'],
			[second, 'creator'],
		]);
		await perform(deleteUser, as(admin), { params: { userId: String(second.id) } });
		await undoRoles(admin);
		expect(await roleOf(first)).toBe('player');
		expect(await User.count({ where: { id: second.id } })).toBe(0);
	});

	test('a save that changes nothing keeps nothing', async () => {
		const user = await createUserRow({ role: 'creator' });
		await changeRole(admin, user, 'creator');
		expect(await rowsOf('undos').count()).toBe(0);
	});
});

describe('deletion', () => {
	test('erases the user with their signups, and keeps an id in the audit trail', async () => {
		const { userId } = await createSignupRow();
		expect(await remove(admin, String(userId))).toEqual({ message: 'User deleted successfully!' });
		expect([await User.count(), await ErasedId.count()]).toEqual([1, 1]);
		expect(await listTrail()).toEqual([
			{
				actorId: String(admin.id),
				action: 'users.delete',
				subject: `user ${userId}`,
				detail: {},
			},
		]);
		expect(await outcomeOf(remove(admin, String(userId)))).toBe('missing: User not found');
	});

	test('is refused for oneself', async () => {
		await createUserRow({ role: 'admin' });
		expect(await outcomeOf(remove(admin, String(admin.id)))).toMatch(/^denied: Delete your own account/);
		expect([await User.count(), await listTrail()]).toEqual([2, []]);
	});

	test('of each other by two admins at once keeps one', async () => {
		for (let round = 0; round < 8; round += 1) {
			const pair = [await createUserRow({ role: 'admin' }), await createUserRow({ role: 'admin' })] as const;
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

test.each(['player', 'storyteller', 'creator'] as const)('a %s may do none of this', async (role) => {
	const [actor, user] = [await createUserRow({ role }), await createUserRow()];
	for (const request of [
		changeRole(actor, user, 'admin'),
		remove(actor, String(user.id)),
		perform(listAllUsers, as(actor)),
	]) {
		expect(await outcomeOf(request)).toBe("denied: You don't have permission to do this.");
	}
	expect([await roleOf(user), await listTrail()]).toEqual(['player', []]);
});
