import { expect, test } from 'vitest';
import { DEMO_GUILD, PERSONAS } from '~/seeds/personas.ts';
import { BOT_ROLE_ID } from './objects.ts';
import { useServedDiscord } from './use-served-discord.ts';

const { state, url } = useServedDiscord();
const ROLE = '300000000000000950';
const { discordId } = PERSONAS.player;
type Ids = { userId?: string; roleId?: string; guildId?: string };
async function change(
	method: string,
	{ userId = discordId, roleId = ROLE, guildId = DEMO_GUILD.guildId }: Ids = {},
): Promise<{ status: number; code: number | null }> {
	const response = await fetch(`${url()}/api/v10/guilds/${guildId}/members/${userId}/roles/${roleId}`, {
		method,
		headers: {
			Authorization: `Bot ${DEMO_GUILD.botToken}`,
			'X-Audit-Log-Reason': encodeURIComponent('Test: “why”'),
		},
	});
	const text = await response.text();
	return { status: response.status, code: text === '' ? null : JSON.parse(text).code };
}
const readRoles = () => state.getUser(discordId).member?.roles;

test('a role is given once and taken once; a repetition gets the same response and no packet', async () => {
	state.setRole(ROLE);
	const types: string[] = [];
	state.listen(({ t }) => types.push(t));
	for (const method of ['PUT', 'PUT']) expect((await change(method)).status).toBe(204);
	expect(readRoles()).toEqual([DEMO_GUILD.requiredRoleId, ROLE]);
	for (const method of ['DELETE', 'DELETE']) expect((await change(method)).status).toBe(204);
	expect(readRoles()).toEqual([DEMO_GUILD.requiredRoleId]);
	expect(types).toEqual(['GUILD_MEMBER_UPDATE', 'GUILD_MEMBER_UPDATE']);
	expect(state.auditReasons).toEqual(Array.from({ length: 4 }, () => 'Test: “why”'));
});

test.each<[string, Ids, () => void, [status: number, code: number]]>([
	['an unknown server', { guildId: '1' }, () => {}, [404, 10_004]],
	['an unknown role', { roleId: '1' }, () => {}, [404, 10_011]],
	['a deleted role', {}, () => state.deleteRole(ROLE), [404, 10_011]],
	['an unknown user', { userId: '1' }, () => {}, [404, 10_013]],
	['a user who left', {}, () => state.leaveGuild(discordId), [404, 10_007]],
	['no permission', {}, () => state.setPermissions(['MANAGE_EVENTS']), [403, 50_013]],
	['a role as high as the bot’s', {}, () => state.setRole(ROLE, { position: 2 }), [403, 50_013]],
	['the bot’s own role', { roleId: BOT_ROLE_ID }, () => {}, [403, 50_013]],
	['a managed role', {}, () => state.setRole(ROLE, { managed: true }), [400, 50_028]],
	['@everyone', { roleId: DEMO_GUILD.guildId }, () => {}, [400, 50_028]],
])('%s is refused', async (_, ids, arrange, [status, code]) => {
	state.setRole(ROLE);
	arrange();
	for (const method of ['PUT', 'DELETE']) expect(await change(method, ids)).toEqual({ status, code });
	expect(state.auditReasons).toEqual([]);
});
