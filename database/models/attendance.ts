import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attendance as State } from '../../domain/groups/attendance.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** Whether a user was at an event, by its roll call. */
@Table({ tableName: 'attendance', underscored: true, timestamps: false })
export class Attendance extends Model<Attributes<Attendance>, CreationAttributes<Attendance>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare state: State;
}
