import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A script that the players of an event are asked about. `script` is an edition or the id of a row of `scripts`. */
@Table({ tableName: 'event_scripts', underscored: true, timestamps: false })
export class EventScript extends Model<Attributes<EventScript>, CreationAttributes<EventScript>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.TEXT, primaryKey: true })
	declare script: string;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare position: number;
}
