import { describe, expect, test } from 'vitest';
import { chooseServerName, NOT_A_MEMBER } from './nickname.ts';

const stored = { username: 'stored', displayName: 'Last known' };
const member = (nickname: string | null, globalName: string | null, username: string | null) => ({
	nickname,
	globalName,
	username,
});

describe('the name on the server', () => {
	test.each([
		['the nickname', member('Nick', 'Global', 'user'), 'Nick', 'server_nickname'],
		['without one the global name', member(null, 'Global', 'user'), 'Global', 'global_display_name'],
		['an empty one counts as none', member('', '', 'user'), 'user', 'username'],
		[
			'a member without names on Discord: the stored name',
			member(null, null, null),
			'Last known',
			'effective_display',
		],
	] as const)('%s', (_, found, serverName, nameSource) => {
		expect(chooseServerName({ member: found, stored, error: null })).toEqual({
			serverName,
			nameSource,
			error: null,
			serverNickname: found.nickname || null,
			globalDisplayName: found.globalName || null,
			username: found.username,
		});
	});
	test('is the stored username with an error when no other name is known', () => {
		const nobody = { username: 'stored', displayName: null };
		expect(chooseServerName({ member: member(null, null, null), stored: nobody, error: null })).toMatchObject(
			{
				serverName: 'stored',
				nameSource: 'fallback_username',
				error: 'Discord has no name for this member',
			},
		);
	});
	test.each([
		[null, NOT_A_MEMBER],
		['Discord has trouble', 'Discord has trouble'],
	])('is the stored username with the reason when Discord returns no member (%s)', (error, text) => {
		expect(chooseServerName({ member: null, stored, error })).toEqual({
			serverName: 'stored',
			nameSource: 'fallback_username',
			error: text,
			serverNickname: null,
			globalDisplayName: null,
			username: null,
		});
	});
});
