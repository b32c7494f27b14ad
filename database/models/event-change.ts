import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * A change of an event: one row for each event that a transaction changed. Triggers of the database create these rows.
 */
@Table({ tableName: 'event_changes', underscored: true, timestamps: false })
export class EventChange extends Model<Attributes<EventChange>, CreationAttributes<EventChange>> {
	@Column({ type: 'xid8', primaryKey: true })
	declare xid: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare createdAt: CreationOptional<Date>;
}
