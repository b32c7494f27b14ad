import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** The last title and date of a deleted event, for the audit trail. A trigger writes it (`keep_deleted_events`). */
@Table({ tableName: 'deleted_events', underscored: true, timestamps: false })
export class DeletedEvent extends Model<Attributes<DeletedEvent>, CreationAttributes<DeletedEvent>> {
	/** The id that the event had. */
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare id: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare title: string;

	@Column({ type: DataType.DATE, allowNull: false })
	declare date: Date;
}
