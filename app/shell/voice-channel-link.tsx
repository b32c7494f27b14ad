import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { Volume2 } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { iconLink, textLink } from '~/app/ui/text.css.ts';
import type { VoiceChannel } from '~/domain/discord/voice-channel.ts';

/** Renders the link to a group's voice channel on Discord. */
export const VoiceChannelLink = ({ channel: { name, url } }: { channel: VoiceChannel }) => (
	<a href={url} target="_blank" rel="noopener noreferrer" className={joinClasses(textLink, iconLink)}>
		<Icon icon={Volume2} size="small" label="Voice channel" />
		<Name>{name}</Name>
	</a>
);
