import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** Two people whom auto-split keeps apart; the smaller id (as a number) is `userA`, so a pair has one row. */
@Table({ tableName: 'group_keep_apart', underscored: true, timestamps: false })
export class GroupKeepApart extends Model<Attributes<GroupKeepApart>, CreationAttributes<GroupKeepApart>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userA: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userB: string;
}
