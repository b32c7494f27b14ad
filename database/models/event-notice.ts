import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { EventStatus } from '../../domain/events/status.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * The time and status of an event that its signed-up users know. A trigger of the database creates the row at the first
 * change of either, and so does the first question to users without a signup.
 */
@Table({ tableName: 'event_notices', underscored: true, timestamps: false })
export class EventNotice extends Model<Attributes<EventNotice>, CreationAttributes<EventNotice>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.DATE, allowNull: false })
	declare toldDate: Date;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare toldStatus: EventStatus;

	/** Whether the event's time or status has changed since a run last compared it with this row. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: true })
	declare isDirty: CreationOptional<boolean>;

	/** When users without a signup were last asked about the event. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare nudgedAt: Date | null;
}
