import type { HttpHandler } from 'msw';
import { z } from 'zod/mini';
import { BOT_ROLE_ID, toRoleObjects } from './objects.ts';
import { createErrorResponse, MISSING_PERMISSIONS, type PlainResponse, UNKNOWN_GUILD } from './responses.ts';
import { defineRoute, type StandInCall } from './route.ts';
import type { StandInState } from './state.ts';

/** Discord allows this many characters in the reason of the audit log. */
const MAX_REASON = 512;

/** Creates the handlers that give a role to a member and take it away. */
export function createRoleHandlers(state: StandInState, apiUrl: string): HttpHandler[] {
	return (['put', 'delete'] as const).map((method) =>
		defineRoute(state, apiUrl, {
			method,
			path: '/guilds/{guild_id}/members/{user_id}/roles/{role_id}',
			auth: 'bot',
			response: z.undefined(),
			respond: (call) => refuse(state, call) ?? change(state, call, method === 'put'),
		}),
	);
}

/** Returns Discord's refusal, or null when the bot may change the role of the member. */
function refuse(state: StandInState, { params }: StandInCall): PlainResponse | null {
	if (params.guild_id !== state.guild.guildId) return UNKNOWN_GUILD;
	const roles = toRoleObjects(state);
	const role = roles.find(({ id }) => id === params.role_id);
	if (!role) return createErrorResponse(404, 10_011, 'Unknown Role');
	const user = state.users.get(params.user_id ?? '');
	if (!user) return createErrorResponse(404, 10_013, 'Unknown User');
	if (!user.member) return createErrorResponse(404, 10_007, 'Unknown Member');
	const own = roles.find(({ id }) => id === BOT_ROLE_ID);
	if (!state.permissions.has('MANAGE_ROLES') || role.position >= (own?.position ?? 0))
		return MISSING_PERMISSIONS;
	const isEveryone = role.id === state.guild.guildId;
	return isEveryone || role.managed ? createErrorResponse(400, 50_028, 'Invalid Role') : null;
}

/** Discord responds in the same way when the member has (not) the role already, and sends no packet then. */
function change(state: StandInState, { request, params }: StandInCall, isGiven: boolean): PlainResponse {
	const reason = decodeURIComponent(request.headers.get('x-audit-log-reason') ?? '');
	if (reason === '' || reason.length > MAX_REASON)
		state.violations.push('a role was changed without a valid reason');
	state.auditReasons.push(reason);
	const { user_id: userId = '', role_id: roleId = '' } = params;
	const roles = state.getUser(userId).member?.roles ?? [];
	if (roles.includes(roleId) !== isGiven)
		state.setRoles(userId, isGiven ? [...roles, roleId] : roles.filter((id) => id !== roleId));
	return { status: 204 };
}
