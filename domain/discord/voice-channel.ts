/** A voice channel of the server; `url` opens it. */
export type VoiceChannel = { id: string; name: string; url: string };

/** Returns the address of a channel. */
export const buildChannelUrl = (guildId: string, channelId: string): string =>
	`https://discord.com/channels/${guildId}/${channelId}`;

/** Returns a voice channel as plain text with its address. */
export const describeVoiceChannel = ({ name, url }: VoiceChannel): string => `Voice channel: ${name} ${url}`;

/** Returns how a message shows a channel: its name, as a link. Only for a channel that exists, else Discord shows no name. */
export const mentionChannel = (channelId: string): string => `<#${channelId}>`;

/** A voice channel as the setting with this key has it, which follows Discord. */
export type KnownChannel = Pick<VoiceChannel, 'id' | 'name'>;
export const VOICE_CHANNELS_SETTING = 'voice_channels';
