/** The package ships its zod schemas without types. These are the schemas that the stand-in uses. */
declare module 'discord-api-spec/zod' {
	import type { ZodMiniObject, ZodMiniType } from 'zod/mini';

	export const ApplicationCommandAutocompleteCallbackRequestSchema: ZodMiniType;
	export const ApplicationCommandResponseSchema: ZodMiniType;
	export const ApplicationCommandUpdateRequestSchema: ZodMiniType;
	export const CreatePrivateChannelRequestSchema: ZodMiniType;
	export const CreateTextThreadWithMessageRequestSchema: ZodMiniType;
	export const ErrorSchema: ZodMiniType;
	export const ExternalScheduledEventCreateRequestSchema: ZodMiniType;
	export const ExternalScheduledEventPatchRequestPartialSchema: ZodMiniType;
	export const ExternalScheduledEventResponseSchema: ZodMiniType;
	export const GatewayBotResponseSchema: ZodMiniType;
	export const GatewayResponseSchema: ZodMiniType;
	export const GuildChannelResponseSchema: ZodMiniType;
	export const GuildMemberResponseSchema: ZodMiniObject;
	export const GuildRoleResponseSchema: ZodMiniType;
	export const GuildWithCountsResponseSchema: ZodMiniType;
	export const IncomingWebhookInteractionRequestSchema: ZodMiniObject;
	export const IncomingWebhookUpdateForInteractionCallbackRequestPartialSchema: ZodMiniObject;
	export const InteractionCallbackResponseSchema: ZodMiniType;
	export const MessageCreateRequestSchema: ZodMiniObject;
	export const MessageEditRequestPartialSchema: ZodMiniObject;
	export const MessageResponseSchema: ZodMiniType;
	export const ModalInteractionCallbackRequestDataSchema: ZodMiniType;
	export const PrivateApplicationResponseSchema: ZodMiniType;
	export const PrivateChannelResponseSchema: ZodMiniType;
	export const PrivateGuildMemberResponseSchema: ZodMiniType;
	export const ScheduledEventUserCountResponseSchema: ZodMiniType;
	export const ScheduledEventUserResponseSchema: ZodMiniType;
	export const SnowflakeTypeSchema: ZodMiniType;
	export const StageScheduledEventCreateRequestSchema: ZodMiniType;
	export const StageScheduledEventPatchRequestPartialSchema: ZodMiniType;
	export const StageScheduledEventResponseSchema: ZodMiniType;
	export const ThreadResponseSchema: ZodMiniType;
	export const UpdateThreadRequestPartialSchema: ZodMiniType;
	export const UserPIIResponseSchema: ZodMiniType;
	export const UserResponseSchema: ZodMiniType;
	export const VoiceScheduledEventCreateRequestSchema: ZodMiniType;
	export const VoiceScheduledEventPatchRequestPartialSchema: ZodMiniType;
	export const VoiceScheduledEventResponseSchema: ZodMiniType;
}
