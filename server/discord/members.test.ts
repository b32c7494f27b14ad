import { expect, test } from 'vitest';
import { PERSONAS } from '~/seeds/personas.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getGuildMember, hasRequiredRole } from './members.ts';

useTestEnvironment();
const { state } = useDiscord();
const ROUTE = 'GET /guilds/{guild_id}/members/{user_id}';

test('returns a member with nickname, roles and account, and null for a non-member and for a deleted account', async () => {
	const member = await getGuildMember(PERSONAS.creator.discordId);
	const { discordId, username, globalName, avatar } = PERSONAS.creator;
	const account = { discordId, username, globalName, avatar };
	expect(member).toEqual({ nickname: 'Priya', roles: [state.guild.requiredRoleId], account });
	expect(await getGuildMember(PERSONAS.stranger.discordId)).toBeNull();
	expect(await getGuildMember('999999999999999999')).toBeNull();
});

test('checks only the required role', () => {
	expect(hasRequiredRole({ roles: ['1', state.guild.requiredRoleId] })).toBe(true);
	expect(hasRequiredRole({ roles: ['1'] })).toBe(false);
});

test.each([
	[{ status: 401 }, { status: 401 }],
	[{ status: 403 }, { status: 403 }],
	[{ status: 404 }, { status: 404 }],
	[{ status: 500 }, { status: 500 }],
	[
		{ status: 429, retryAfter: 7 },
		{ status: 429, retryAfter: 7 },
	],
	[{ network: true as const }, { status: null }],
])('throws DiscordUnavailable for %j after one request', async (failure, expected) => {
	state.fail({ route: ROUTE, ...failure, times: 1 });
	const call = getGuildMember(PERSONAS.player.discordId);
	await expect(call).rejects.toMatchObject({ name: 'DiscordUnavailable', ...expected });
	const error: unknown = await call.catch((thrown: unknown) => thrown);
	expect(JSON.stringify(error)).not.toContain(PERSONAS.player.discordId);
	expect(state.countRequests(ROUTE)).toBe(1);
});

test('times out after five seconds when Discord does not respond', { timeout: 60_000 }, async () => {
	state.fail({ route: ROUTE, hangs: true });
	await expect(getGuildMember(PERSONAS.admin.discordId)).rejects.toMatchObject({
		name: 'DiscordUnavailable',
	});
});
