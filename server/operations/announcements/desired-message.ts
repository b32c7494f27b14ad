import { createHash } from 'node:crypto';
import type { PostedGroup } from '~/domain/discord/group-post.ts';
import type { MessageContent } from '../../discord/messages.ts';

/** The picture of an event: its row, its content and its type. */
export type AnnouncedImage = { id: string; hash: string; mime: string };

/**
 * The groups that a message shows, the number of the request that it follows, and the groups that it showed before. A
 * message that is written again without a new request shows the same groups and the same changes.
 */
export type ShownGroups = {
	request: number;
	before: PostedGroup[] | null;
	groups: PostedGroup[];
	/** The round of the groups; without it, the first. */
	round?: number;
};

/** What a message of any kind should be now. */
export type DesiredMessage = {
	/** The message without a picture. */
	content: MessageContent;
	contentHash: string;
	picture: (AnnouncedImage & { name: string; content: MessageContent }) | null;
	/** The role that a new message notifies. */
	roleId: string | null;
	/** The Discord IDs of the users that the message may notify. */
	userIds: string[];
	/** Where it is posted: the first of these channels that exists. */
	channelIds: string[];
	/** Why it cannot be posted now. */
	refusal: string | null;
	/** The name of its thread; null when its thread is left as it is. */
	threadName: string | null;
	/** Whether it gets a thread. */
	opensThread: boolean;
	/** The groups that it shows, for the message with the groups. */
	groups: ShownGroups | null;
};

/** Returns the SHA-256 of what a message shows. */
export const hashContent = (content: MessageContent): string =>
	createHash('sha256').update(JSON.stringify(content)).digest('hex');
