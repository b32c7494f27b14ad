import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A user's profile notes, for the creator who splits the groups. */
@Table({ tableName: 'preferences', underscored: true, timestamps: false })
export class Preference extends Model<Attributes<Preference>, CreationAttributes<Preference>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: '' })
	declare notes: CreationOptional<string>;
}
