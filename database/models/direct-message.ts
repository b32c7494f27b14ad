import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { DirectMessageKind } from '../../domain/discord/direct-messages.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * `dropped`: no longer true or wanted when it was due. `refused`: the user does not accept direct messages. `failed`:
 * Discord refused it for another reason. `outdated`: it was sent, and its offer has ended since; `ended`: Discord shows that.
 */
export const DIRECT_MESSAGE_STATES = [
	'pending',
	'sent',
	'dropped',
	'refused',
	'failed',
	'outdated',
	'ended',
] as const;
export type DirectMessageState = (typeof DIRECT_MESSAGE_STATES)[number];

/** A direct message about an event to one user. Its text is made when it is sent; the row does not contain it. */
@Table({ tableName: 'direct_messages', underscored: true, timestamps: true, updatedAt: false })
export class DirectMessage extends Model<Attributes<DirectMessage>, CreationAttributes<DirectMessage>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare kind: DirectMessageKind;

	/** The event's start when the message was planned. A reminder of another start is dropped. */
	@Column({ type: DataType.DATE, allowNull: false })
	declare eventDate: Date;

	/** The start that the user knew, when a message is about another one. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare previousDate: Date | null;

	/** For a reminder: how many minutes before the start. */
	@Column({ type: DataType.INTEGER, allowNull: true })
	declare minutes: number | null;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'pending' })
	declare state: CreationOptional<DirectMessageState>;

	/** The channel of the direct messages with this user. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare channelId: string | null;

	/** When the message was first sent to Discord; in a pending row the result is unknown. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare sentAt: Date | null;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare attempts: CreationOptional<number>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare dueAt: Date;

	/** When the lease of the run that sends this message ends, or when a failed send is tried again. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare leasedUntil: Date | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}
