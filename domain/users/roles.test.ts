import { expect, test } from 'vitest';
import { type RoleChange, removesLastAdmin } from './roles.ts';

const to = (userId: string, role: RoleChange['role']): RoleChange => ({ userId, role });

test.each<[string, string[], RoleChange[], boolean]>([
	['no change', ['1'], [], false],
	['another user', ['1'], [to('2', 'player')], false],
	['the only admin', ['1'], [to('1', 'creator')], true],
	['one of two', ['1', '2'], [to('1', 'player')], false],
	['both of two', ['1', '2'], [to('2', 'player'), to('1', 'storyteller')], true],
	['the only admin, with a new one', ['1'], [to('1', 'player'), to('3', 'admin')], false],
	['the only admin stays one', ['1'], [to('1', 'admin')], false],
	['no admin before', [], [to('1', 'player')], false],
])('the last admin: %s', (_, adminIds, changes, expected) => {
	expect(removesLastAdmin(adminIds, changes)).toBe(expected);
});
