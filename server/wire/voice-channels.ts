import { buildChannelUrl, type KnownChannel, type VoiceChannel } from '~/domain/discord/voice-channel.ts';
import { config } from '../config.ts';

/** Returns a voice channel with its address; null for none. */
export function toVoiceChannel<Channel extends KnownChannel | null>(
	channel: Channel,
): Channel extends null ? null : VoiceChannel;
export function toVoiceChannel(channel: KnownChannel | null): VoiceChannel | null {
	if (!channel) return null;
	const { id, name } = channel;
	return { id, name, url: buildChannelUrl(config().DISCORD_GUILD_ID, id) };
}
