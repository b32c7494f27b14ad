import { expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, call } = useServedDiscord();
const GUILD = `/guilds/${DEMO_GUILD.guildId}`;
const listIds = async (query: string) => {
	const { body } = await call('GET', `${GUILD}/members${query}`);
	return (body as unknown as { user: { id: string } }[]).map(({ user }) => user.id);
};

test('the member list has a default limit of 1, a maximum of 1,000, and pages; it includes the bot, but no strangers', async () => {
	state.addMembers(1200);
	expect(await listIds('')).toEqual([PERSONAS.admin.discordId]);
	const first = await listIds('?limit=1000');
	const rest = await listIds(`?limit=1000&after=${first.at(-1)}`);
	expect([first.length, rest.length]).toEqual([1000, 207]);
	expect(new Set([...first, ...rest])).toContain(DEMO_GUILD.botUserId);
	expect([...first, ...rest]).not.toContain(PERSONAS.stranger.discordId);
	expect((await call('GET', `${GUILD}/members?limit=1001`)).body.errors).toHaveProperty('limit');
});

test('without the members intent the list is refused, but single members can be read', async () => {
	state.grantsMembersIntent = false;
	expect(await call('GET', `${GUILD}/members?limit=10`)).toMatchObject({
		status: 403,
		body: { code: 50_001 },
	});
	expect((await call('GET', `${GUILD}/members/${PERSONAS.admin.discordId}`)).status).toBe(200);
	expect((await call('GET', '/applications/@me')).body.flags).toBe(0);
	state.grantsMembersIntent = true;
	expect((await call('GET', '/applications/@me')).body.flags).toBe(1 << 15);
});

test('the member object shows roles and nicknames, and is missing after the member leaves', async () => {
	const { discordId } = PERSONAS.player;
	state.setNickname(discordId, 'June');
	state.setRoles(discordId, []);
	const { body } = await call('GET', `${GUILD}/members/${discordId}`);
	expect(body).toMatchObject({ nick: 'June', roles: [] });
	expect((await call('GET', `${GUILD}/members/search?query=jun&limit=5`)).body).toMatchObject([
		{ nick: 'June' },
	]);
	state.leaveGuild(discordId);
	expect((await call('GET', `${GUILD}/members/${discordId}`)).body.code).toBe(10_007);
	expect((await call('GET', `${GUILD}/members/1`)).body.code).toBe(10_013);
	expect((await call('GET', '/guilds/1/members/1')).body.code).toBe(10_004);
});

test('the bot’s role holds its permissions', async () => {
	const readPermissions = async () => {
		const { body } = await call('GET', `${GUILD}/roles`);
		const roles = body as unknown as { tags?: { bot_id: string }; permissions: string }[];
		return BigInt(roles.find(({ tags }) => tags?.bot_id === DEMO_GUILD.botUserId)?.permissions ?? 0);
	};
	const manage = 1n << 33n;
	const create = 1n << 44n;
	expect((await readPermissions()) & (manage | create)).toBe(manage | create);
	state.setPermissions(['CREATE_EVENTS']);
	expect(await readPermissions()).toBe(create);
	const { body } = await call('GET', `${GUILD}/members/${DEMO_GUILD.botUserId}`);
	expect(body).toMatchObject({ user: { bot: true }, roles: [expect.any(String)] });
});

test('the server, its channels, accounts, the bot itself and the gateway’s address', async () => {
	expect((await call('GET', `${GUILD}?with_counts=true`)).body).toMatchObject({
		name: DEMO_GUILD.name,
		approximate_member_count: 7,
	});
	expect((await call('GET', `${GUILD}/channels`)).status).toBe(200);
	expect((await call('GET', '/users/@me')).body).toMatchObject({ id: DEMO_GUILD.botUserId, bot: true });
	const { discordId, username } = PERSONAS.stranger;
	expect((await call('GET', `/users/${discordId}`)).body).toMatchObject({ id: discordId, username });
	expect((await call('GET', '/users/1')).body.code).toBe(10_013);
	expect((await call('GET', '/gateway')).body).toEqual({ url: state.gatewayUrl });
	expect((await call('GET', '/users/@me', undefined, 'Bot wrong')).status).toBe(401);
});

test('the command list is replaced as a whole, and a command name keeps its ID', async () => {
	const path = `/applications/${DEMO_GUILD.clientId}${GUILD}/commands`;
	const option = { type: 1, name: 'next', description: 'The next event' };
	const command = { name: 'botc', description: 'Game nights', options: [option] };
	const [first] = (await call('PUT', path, [command])).body as unknown as { id: string }[];
	const more = await call('PUT', path, [command, { name: 'other', description: 'Another' }]);
	expect(more.body).toMatchObject([{ id: first?.id, name: 'botc' }, { name: 'other' }]);
	expect((await call('GET', path)).body).toEqual(more.body);
	expect((await call('PUT', path, [])).body).toEqual([]);
	expect((await call('PUT', path, [{ name: 'x'.repeat(33), description: 'y' }])).status).toBe(500);
	expect(state.violations.splice(0)).toHaveLength(1);
	expect((await call('GET', `/applications/1${GUILD}/commands`)).body.code).toBe(10_002);
});
