import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Winner } from '../../domain/groups/result.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A group of an earlier round of an event, as it played. `script` is the name that the script had then. */
@Table({ tableName: 'played_groups', underscored: true, timestamps: true, updatedAt: false })
export class PlayedGroup extends Model<Attributes<PlayedGroup>, CreationAttributes<PlayedGroup>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare round: number;

	/** The id that the group had in the API. Groups of several rounds may have the same. */
	@Column({ type: DataType.TEXT, allowNull: false })
	declare clientId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare name: string;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare position: number;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare script: string | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare winner: Winner | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}
