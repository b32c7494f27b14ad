import type { StandInChannel } from './channels.ts';
import type { StandInState, StandInUser } from './state.ts';

/** What a page shows: a channel, as one member sees it. */
export type View = {
	state: StandInState;
	viewer: StandInUser;
	channel: StandInChannel;
	isFollowing: boolean;
};

/** Returns the address of a channel for the same viewer, as it stands in an attribute. */
export function toAddress({ viewer, isFollowing }: View, channelId: string, follows = isFollowing): string {
	return `/channels/${channelId}?as=${viewer.discordId}${follows ? '&amp;follow=1' : ''}`;
}

/** Returns the fields that each form of a page has. */
export const renderHidden = ({ viewer, isFollowing }: View) =>
	`<input type="hidden" name="as" value="${viewer.discordId}">${isFollowing ? '<input type="hidden" name="follow" value="1">' : ''}`;

/** Returns whether the viewer can use the commands of the server in the channel. */
export const hasCommands = ({ viewer, channel }: View) =>
	channel.recipientId === null && viewer.member !== null;
