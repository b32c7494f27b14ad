/** The package ships its zod schemas without types; these are the ones that the stand-in checks with. */
declare module 'discord-api-spec/zod' {
	import type { ZodMiniType } from 'zod/mini';

	export const GatewayBotResponseSchema: ZodMiniType;
	export const GuildMemberResponseSchema: ZodMiniType;
	export const GuildRoleResponseSchema: ZodMiniType;
	export const PrivateGuildMemberResponseSchema: ZodMiniType;
	export const SnowflakeTypeSchema: ZodMiniType;
	export const UserPIIResponseSchema: ZodMiniType;
}
