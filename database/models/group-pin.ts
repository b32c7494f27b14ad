import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * Pins a user to the group with this client id for auto-split. The row stays when a save replaces the group's
 * row.
 */
@Table({ tableName: 'group_pins', underscored: true, timestamps: false })
export class GroupPin extends Model<Attributes<GroupPin>, CreationAttributes<GroupPin>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare groupClientId: string;
}
