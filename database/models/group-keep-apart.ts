import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * Two users whom auto-split keeps apart. `userA` is the smaller id (as a number), so that a pair has one row.
 */
@Table({ tableName: 'group_keep_apart', underscored: true, timestamps: false })
export class GroupKeepApart extends Model<Attributes<GroupKeepApart>, CreationAttributes<GroupKeepApart>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userA: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userB: string;
}
