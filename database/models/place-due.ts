import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** An event whose places have to be settled from `dueAt` on. Triggers of the database note changes, which are due at once. */
@Table({ tableName: 'places_due', underscored: true, timestamps: false })
export class PlaceDue extends Model<Attributes<PlaceDue>, CreationAttributes<PlaceDue>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare dueAt: CreationOptional<Date>;
}
