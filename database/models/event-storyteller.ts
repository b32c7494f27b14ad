import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A storyteller of an event, in `position` order. */
@Table({ tableName: 'event_storytellers', underscored: true, timestamps: false })
export class EventStoryteller extends Model<
	Attributes<EventStoryteller>,
	CreationAttributes<EventStoryteller>
> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare position: CreationOptional<number>;
}
