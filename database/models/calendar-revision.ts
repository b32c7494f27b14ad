import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** The number and time of the newest text of an event's entry in a user's calendar. (decision 0047) */
@Table({ tableName: 'calendar_revisions', underscored: true, timestamps: false })
export class CalendarRevision extends Model<
	Attributes<CalendarRevision>,
	CreationAttributes<CalendarRevision>
> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	/** A hash of everything that the text depends on. */
	@Column({ type: DataType.TEXT, allowNull: false })
	declare textHash: string;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare sequence: number;

	@Column({ type: DataType.DATE, allowNull: false })
	declare changedAt: Date;
}
