import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A player of a group of an earlier round, or a storyteller, whose `position` is null. */
@Table({ tableName: 'played_seats', underscored: true, timestamps: false })
export class PlayedSeat extends Model<Attributes<PlayedSeat>, CreationAttributes<PlayedSeat>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare groupId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.INTEGER, allowNull: true })
	declare position: number | null;

	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare isCoStoryteller: CreationOptional<boolean>;
}
