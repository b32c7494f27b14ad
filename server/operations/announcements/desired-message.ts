import { createHash } from 'node:crypto';
import type { ShownGroups } from '~/database/models/announcement.ts';
import type { MessageContent } from '../../discord/messages.ts';

/** The picture of an event: its row, its content and its type. */
export type AnnouncedImage = { id: string; hash: string; mime: string };

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
