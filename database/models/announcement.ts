import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { PostedGroup } from '~/domain/discord/group-post.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';
import type { MIRROR_WANTED_STATES } from './discord-mirror.ts';

/** The message that announces an event, and the one with its groups. */
export const ANNOUNCEMENT_KINDS = ['event', 'groups'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];
export const ANNOUNCEMENT_STATES = ['pending', 'posted', 'failed', 'deleted'] as const;
type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];

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

/**
 * The desired and the known state of a message on Discord about an event. There is no foreign key: the row stays when
 * its event is deleted, until the message is deleted too.
 */
@Table({ tableName: 'announcements', underscored: true, timestamps: true, createdAt: false })
export class Announcement extends Model<Attributes<Announcement>, CreationAttributes<Announcement>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.TEXT, primaryKey: true, defaultValue: 'event' })
	declare kind: CreationOptional<AnnouncementKind>;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'present' })
	declare wanted: CreationOptional<(typeof MIRROR_WANTED_STATES)[number]>;

	/** `pending` is a request of a user; a message that only follows its event stays `posted`. */
	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'pending' })
	declare state: CreationOptional<AnnouncementState>;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare error: string | null;

	/** The channel of the message, or of the post that was sent last. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare channelId: string | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare messageId: string | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare threadId: string | null;

	/** The name that was last sent for the thread; null while it is unknown. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare threadName: string | null;

	/** When Discord accepts the next name of the thread; null while none waits. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare threadDueAt: Date | null;

	/** The SHA-256 of the content that Discord has. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare contentHash: string | null;

	/** The hash of the attached picture. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare imageHash: string | null;

	/** The groups that the message shows; null for an announcement. */
	@Column({ type: DataType.JSONB, allowNull: true })
	declare postedGroups: ShownGroups | null;

	/** When a post without a known result was sent; null once its result is known. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare sentAt: Date | null;

	/** Whether there is something to do. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: true })
	declare isDirty: CreationOptional<boolean>;

	/** Counts the requests to post, rewrite or delete the message, so that a run notices one that came in between. */
	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 1 })
	declare revision: CreationOptional<number>;

	/** Counts the users' requests to post the groups. */
	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 1 })
	declare requests: CreationOptional<number>;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare attempts: CreationOptional<number>;

	/** The earliest time of the next call to Discord, for the pause between two edits and after a failure. */
	@Column({ type: DataType.DATE, allowNull: false })
	declare dueAt: CreationOptional<Date>;

	/** Whether it is posted again with many others, and mentions no role then. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare isQuiet: CreationOptional<boolean>;

	/** When the lease of the run that works on this row ends. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare leasedUntil: Date | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}
