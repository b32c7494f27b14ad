import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { UsersRound } from '~/app/ui/icons.ts';
import { ellipsis, twoLines } from '~/app/ui/text.css.ts';
import { describeOwnGroup, type OwnGroupOnPage, summarizeOwnGroup } from '~/domain/groups/own-group.ts';
import { VoiceChannelLink } from './voice-channel-link.tsx';
import * as css from './window-tile.css.ts';

type OwnGroupProps = {
	group: OwnGroupOnPage | null;
	/** Whether it is one short line, for a card. */
	isShort?: boolean;
	className?: string;
};

/** Renders which group the viewer plays in or runs, or nothing without one. A long text ends with an ellipsis. */
export function OwnGroup({ group, isShort, className }: OwnGroupProps) {
	if (!group) return null;
	const channel = group.voiceChannel;
	const text = isShort ? summarizeOwnGroup(group) : describeOwnGroup(group);
	return (
		<p className={joinClasses(css.ownGroup, className)} title={text}>
			<Icon icon={UsersRound} className={css.ownGroupIcon} />
			<span className={joinClasses(css.ownGroupText, isShort && !channel ? ellipsis : twoLines)}>
				{text}
				{channel && (
					<>
						{' '}
						· <VoiceChannelLink channel={channel} />
					</>
				)}
			</span>
		</p>
	);
}
