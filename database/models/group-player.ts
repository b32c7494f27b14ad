import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * A player's seat in a group. `eventId` repeats the group's value (a composite foreign key keeps them equal),
 * so that a unique key can prevent a user from sitting in two groups of an event.
 */
@Table({ tableName: 'group_players', underscored: true, timestamps: false })
export class GroupPlayer extends Model<Attributes<GroupPlayer>, CreationAttributes<GroupPlayer>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare groupId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare position: CreationOptional<number>;

	/** A creator seated the user after they had declined, so the seat counts. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare seatedWhileDeclined: CreationOptional<boolean>;

	/** A creator seated the user while they waited for a place, so the seat counts. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare seatedWhileWaiting: CreationOptional<boolean>;
}
