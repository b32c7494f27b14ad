import type { PendingInteraction } from './interactions.ts';
import { toMessageObject } from './messages.ts';
import { MEMBER_PERMISSIONS, toMemberObject, toPermissionBits, toUserObject } from './objects.ts';
import type { StandInState } from './state.ts';

/** Returns the data of an `INTERACTION_CREATE` packet. Direct messages come with the user, channels with the member. */
export function createInteractionPacket(state: StandInState, interaction: PendingInteraction, data: object) {
	const { clientId, guildId } = state.guild;
	const channel = state.channels.find(interaction.channelId);
	const user = state.getUser(interaction.userId);
	const place =
		channel?.recipientId === null
			? {
					guild_id: guildId,
					guild: { id: guildId, locale: 'en-US', features: [] },
					channel: { ...state.channels.toObject(channel), permissions: MEMBER_PERMISSIONS },
					member: { ...toMemberObject(user), permissions: MEMBER_PERMISSIONS },
					app_permissions: String(toPermissionBits(state.permissions)),
					guild_locale: 'en-US',
					authorizing_integration_owners: { 0: guildId },
					context: 0,
				}
			: {
					channel: channel && state.channels.toObject(channel),
					user: toUserObject(user),
					app_permissions: '0',
					authorizing_integration_owners: { 0: '0' },
					context: 1,
				};
	return {
		id: interaction.id,
		application_id: clientId,
		type: interaction.type,
		token: interaction.token,
		version: 1,
		channel_id: interaction.channelId,
		...place,
		locale: 'en-US',
		entitlements: [],
		attachment_size_limit: 10_485_760,
		...(interaction.source ? { message: toMessageObject(state, interaction.source) } : {}),
		data,
	};
}
