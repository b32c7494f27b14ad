import type { StandInState, StandInUser } from './state.ts';

/** Returns the account as Discord's user object. */
export function toUserObject(user: StandInUser) {
	return {
		id: user.discordId,
		username: user.username,
		avatar: user.avatar,
		discriminator: '0',
		public_flags: 0,
		flags: 0,
		banner: null,
		accent_color: null,
		global_name: user.globalName,
		avatar_decoration_data: null,
		collectibles: null,
		primary_guild: null,
	};
}

/** Returns the application's bot as a user object. Its ID can differ from the application's ID. */
export function toBotUserObject(state: StandInState) {
	return {
		...toUserObject({
			discordId: state.guild.botUserId,
			username: 'Townbell',
			globalName: null,
			nickname: null,
			avatar: null,
			kind: 'player',
			member: null,
		}),
		bot: true,
	};
}

/** Returns the member object, or null for a user who is not on the server. */
export function toMemberObject(user: StandInUser) {
	if (!user.member) return null;
	const { joinedAt, nick, roles } = user.member;
	return createMemberObject(joinedAt, nick, roles, toUserObject(user));
}

export function toBotMemberObject(state: StandInState) {
	return createMemberObject('2024-02-01T12:00:00.000Z', null, [BOT_ROLE_ID], toBotUserObject(state));
}

/** The role that Discord creates when the bot is invited. It holds the bot's permissions. */
export const BOT_ROLE_ID = '300000000000000900';
/** A role that every member may mention. */
export const MENTIONABLE_ROLE_ID = '300000000000000901';

/** A role that was added to the server. `permissions` are Discord's bits. */
export type StandInRole = { name: string; position: number; permissions: bigint; managed: boolean };

/**
 * Returns @everyone, the required role, a role that can be mentioned, the bot's role and those added, without those
 * deleted.
 */
export function toRoleObjects(state: StandInState) {
	const { guildId, requiredRoleId, requiredRoleName } = state.guild;
	return [
		createRoleObject(guildId, '@everyone', 0, 0n),
		createRoleObject(requiredRoleId, requiredRoleName, 1, BigInt(MEMBER_PERMISSIONS)),
		{ ...createRoleObject(MENTIONABLE_ROLE_ID, 'Night owls', 1, 0n), mentionable: true },
		toBotRoleObject(state),
		...[...state.roles].map(([id, role]) => toAddedRoleObject(id, role)),
	].filter(({ id }) => !state.deletedRoles.has(id));
}

export const toAddedRoleObject = (id: string, { name, position, permissions, managed }: StandInRole) => ({
	...createRoleObject(id, name, position, permissions),
	managed,
});

export function toBotRoleObject(state: StandInState) {
	const role = createRoleObject(BOT_ROLE_ID, 'Townbell', 2, toPermissionBits(state.permissions));
	return { ...role, managed: true, tags: { bot_id: state.guild.botUserId } };
}

const PERMISSION_BITS = {
	VIEW_CHANNEL: 1n << 10n,
	SEND_MESSAGES: 1n << 11n,
	EMBED_LINKS: 1n << 14n,
	ATTACH_FILES: 1n << 15n,
	READ_MESSAGE_HISTORY: 1n << 16n,
	MENTION_EVERYONE: 1n << 17n,
	MANAGE_ROLES: 1n << 28n,
	MANAGE_EVENTS: 1n << 33n,
	CREATE_PUBLIC_THREADS: 1n << 35n,
	SEND_MESSAGES_IN_THREADS: 1n << 38n,
	CREATE_EVENTS: 1n << 44n,
};
export type BotPermission = keyof typeof PERMISSION_BITS;
export const ALL_PERMISSIONS = Object.keys(PERMISSION_BITS) as BotPermission[];

export const toPermissionBits = (permissions: Iterable<BotPermission>) =>
	[...permissions].reduce((bits, name) => bits | PERMISSION_BITS[name], 0n);

/** The permissions of each member in each channel. */
export const MEMBER_PERMISSIONS = String(toPermissionBits(['VIEW_CHANNEL', 'SEND_MESSAGES']));

export function toGuildObject(state: StandInState) {
	return {
		id: state.guild.guildId,
		name: state.guild.name,
		icon: null,
		description: null,
		home_header: null,
		splash: null,
		discovery_splash: null,
		features: [],
		banner: null,
		owner_id: '100000000000000900',
		application_id: null,
		region: 'deprecated',
		afk_channel_id: null,
		afk_timeout: 300,
		system_channel_id: null,
		system_channel_flags: 0,
		widget_enabled: false,
		widget_channel_id: null,
		verification_level: 1,
		roles: toRoleObjects(state),
		default_message_notifications: 1,
		mfa_level: 0,
		explicit_content_filter: 2,
		max_presences: null,
		max_members: 500_000,
		max_stage_video_channel_users: 50,
		max_video_channel_users: 25,
		vanity_url_code: null,
		premium_tier: 0,
		premium_subscription_count: 0,
		preferred_locale: 'en-US',
		rules_channel_id: null,
		safety_alerts_channel_id: null,
		public_updates_channel_id: null,
		premium_progress_bar_enabled: false,
		nsfw: false,
		nsfw_level: 0,
		emojis: [],
		stickers: [],
		incidents_data: null,
	};
}

const GUILD_MEMBERS_LIMITED = 1 << 15;

/** Returns the application's flags, which show if the members intent is enabled in Discord's developer portal. */
export const getApplicationFlags = (state: StandInState) =>
	state.grantsMembersIntent ? GUILD_MEMBERS_LIMITED : 0;

function createRoleObject(id: string, name: string, position: number, permissions: bigint) {
	return {
		id,
		name,
		permissions: String(permissions),
		position,
		color: 0,
		colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
		hoist: false,
		managed: false,
		mentionable: false,
		icon: null,
		unicode_emoji: null,
		flags: 0,
	};
}

function createMemberObject<User>(
	joinedAt: string,
	nick: string | null,
	roles: readonly string[],
	user: User,
) {
	return {
		avatar: null,
		banner: null,
		communication_disabled_until: null,
		flags: 0,
		joined_at: joinedAt,
		nick,
		pending: false,
		premium_since: null,
		roles: [...roles],
		user,
		mute: false,
		deaf: false,
	};
}
