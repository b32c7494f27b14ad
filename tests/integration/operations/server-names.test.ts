import { beforeEach, describe, expect, test } from 'vitest';
import type { User } from '~/database/models/index.ts';
import { NOT_A_MEMBER } from '~/domain/discord/nickname.ts';
import { Refusal } from '~/domain/refusal.ts';
import { createUserRow } from '~/seeds/factories.ts';
import { PERSONAS } from '~/seeds/personas.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import {
	readServerNames,
	updatePreferredUsernames,
} from '~/server/operations/users/update-preferred-usernames.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();

const MEMBERS = 'GET /guilds/{guild_id}/members';
const { admin, creator, player, secondPlayer, stranger } = PERSONAS;

const context = { actor: { id: '1', role: 'admin' as const }, now: new Date() };
const readNames = () => perform(readServerNames, context);
const update = () => perform(updatePreferredUsernames, context);
const nameOf = async (user: User) => {
	await user.reload();
	return [user.preferredUsername, user.preferredUsernameSource];
};

beforeEach(async () => {
	await clearTables('users');
});

describe('server names', () => {
	test('are those of the server, for every user with a Discord ID', async () => {
		for (const { discordId } of [admin, creator, secondPlayer]) await createUserRow({ discordId });
		await createUserRow({ discordId: stranger.discordId, username: 'ours' });
		await createUserRow({ discordId: null });
		expect(await readNames()).toEqual({
			[creator.discordId]: {
				serverName: 'Priya',
				nameSource: 'server_nickname',
				serverNickname: 'Priya',
				error: null,
				globalDisplayName: creator.globalName,
				username: creator.username,
			},
			[admin.discordId]: {
				serverName: 'Marlowe',
				nameSource: 'global_display_name',
				serverNickname: null,
				error: null,
				globalDisplayName: 'Marlowe',
				username: 'marlowe',
			},
			[secondPlayer.discordId]: {
				serverName: 'quietmoth',
				nameSource: 'username',
				serverNickname: null,
				error: null,
				globalDisplayName: null,
				username: 'quietmoth',
			},
			[stranger.discordId]: {
				serverName: 'ours',
				nameSource: 'fallback_username',
				serverNickname: null,
				globalDisplayName: null,
				username: null,
				error: NOT_A_MEMBER,
			},
		});
	});

	test('of a large server are read a thousand at a time', async () => {
		const lastMember = state.addMembers(2_000).at(-1);
		await createUserRow({ discordId: String(lastMember?.discordId) });
		const names = await readNames();
		expect(names[String(lastMember?.discordId)]).toMatchObject({ nameSource: 'global_display_name' });
		expect(state.countRequests(MEMBERS)).toBe(3);
	});

	test('wait for a short rate limit', async () => {
		await createUserRow({ discordId: creator.discordId });
		state.fail({ route: MEMBERS, status: 429, retryAfter: 1, times: 1 });
		expect((await readNames())[creator.discordId]?.serverName).toBe('Priya');
	});

	test.each([
		[{ status: 403 }, /Server Members Intent/],
		[{ status: 500 }, /Discord has a problem/],
		[{ network: true as const }, /could not be reached/],
	])('fall back to stored names when Discord fails, with the reason: %j', async (failure, text) => {
		await createUserRow({ discordId: creator.discordId, username: 'ours' });
		state.fail({ route: MEMBERS, ...failure });
		expect(await readNames()).toEqual({
			[creator.discordId]: {
				serverName: 'ours',
				nameSource: 'fallback_username',
				serverNickname: null,
				globalDisplayName: null,
				username: null,
				error: expect.stringMatching(text),
			},
		});
	});
});

describe('preferred usernames', () => {
	test('follow the nicknames, never over a name that its owner typed', async () => {
		state.setNickname(player.discordId, 'Juni');
		const withoutName = await createUserRow({ discordId: creator.discordId });
		const withOwnName = await createUserRow({
			discordId: player.discordId,
			preferredUsername: 'My own',
			preferredUsernameSource: 'owner',
		});
		const withoutNickname = await createUserRow({
			discordId: secondPlayer.discordId,
			preferredUsername: 'Old nick',
			preferredUsernameSource: 'discord',
		});
		const formerMember = await createUserRow({
			discordId: stranger.discordId,
			preferredUsername: 'Was here',
			preferredUsernameSource: 'discord',
		});
		expect(await update()).toEqual({
			updated: 2,
			total: 3,
			message: 'Updated 2 of 3 preferred usernames from Discord nicknames',
		});
		expect(await Promise.all([withoutName, withOwnName, withoutNickname, formerMember].map(nameOf))).toEqual([
			['Priya', 'discord'],
			['My own', 'owner'],
			[null, null],
			['Was here', 'discord'],
		]);
		expect(await update()).toMatchObject({ updated: 0, total: 3 });
	});

	test('stay unchanged when Discord fails', async () => {
		const user = await createUserRow({ discordId: creator.discordId });
		state.addMembers(1_000);
		state.fail({ route: MEMBERS, status: 503, after: 1 });
		await expect(update()).rejects.toThrow(Refusal);
		expect(await nameOf(user)).toEqual([null, null]);
	});

	test.each(['player', 'storyteller', 'creator'] as const)('cannot be updated by a %s', async (role) => {
		const request = perform(updatePreferredUsernames, { ...context, actor: { id: '1', role } });
		await expect(request).rejects.toMatchObject({ kind: 'denied' });
		const read = perform(readServerNames, { ...context, actor: { id: '1', role } });
		await expect(read).rejects.toMatchObject({ kind: 'denied' });
	});
});
