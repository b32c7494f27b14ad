import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A co-storyteller of a group. `eventId` repeats the group's value, as in `GroupPlayer`. */
@Table({ tableName: 'group_co_storytellers', underscored: true, timestamps: false })
export class GroupCoStoryteller extends Model<
	Attributes<GroupCoStoryteller>,
	CreationAttributes<GroupCoStoryteller>
> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare groupId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;
}
