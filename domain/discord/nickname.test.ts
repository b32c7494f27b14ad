import { describe, expect, test } from 'vitest';
import { chooseServerName, NOT_A_MEMBER } from './nickname.ts';

const stored = { username: 'stored', displayName: 'Last known' };
const member = (nickname: string | null, globalName: string | null, username: string | null) => ({
	...{ nickname, globalName, username },
});

describe('the name on the server', () => {
	test.each([
		['the nickname', member('Nick', 'Global', 'user'), 'Nick', 'server_nickname'],
		['without one the global name', member(null, 'Global', 'user'), 'Global', 'global_display_name'],
		['an empty one counts as none', member('', '', 'user'), 'user', 'username'],
		[
			'of whom Discord says nothing: the one we know',
			member(null, null, null),
			'Last known',
			'effective_display',
		],
	] as const)('%s', (_, found, serverName, nameSource) => {
		expect(chooseServerName({ member: found, stored, error: null })).toEqual({
			...{ serverName, nameSource, error: null },
			serverNickname: found.nickname || null,
			globalDisplayName: found.globalName || null,
			username: found.username,
		});
	});
	test('of somebody about whom nobody knows more is ours, and says so', () => {
		const nobody = { username: 'stored', displayName: null };
		expect(chooseServerName({ member: member(null, null, null), stored: nobody, error: null })).toMatchObject(
			{
				...{ serverName: 'stored', nameSource: 'fallback_username' },
				error: 'Discord names nobody for this member',
			},
		);
	});
	test.each([
		[null, NOT_A_MEMBER],
		['Discord has trouble', 'Discord has trouble'],
	])('of somebody whom Discord does not tell of is ours, with the reason (%s)', (error, text) => {
		expect(chooseServerName({ member: null, stored, error })).toEqual({
			...{ serverName: 'stored', nameSource: 'fallback_username', error: text },
			...{ serverNickname: null, globalDisplayName: null, username: null },
		});
	});
});
