import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Winner } from '../../domain/groups/result.ts';
import type { Edition } from '../../domain/scripts/script.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A group of an event. `clientId` is the id that the API uses, unique within its event. */
@Table({ tableName: 'groups', underscored: true, timestamps: true, updatedAt: false })
export class Group extends Model<Attributes<Group>, CreationAttributes<Group>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare clientId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare name: string;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare position: CreationOptional<number>;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare storytellerId: string | null;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 15 })
	declare maxPlayers: CreationOptional<number>;

	/** The script of the library; a base edition is in `edition` instead. */
	@Column({ type: DataType.BIGINT, allowNull: true })
	declare scriptId: string | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare edition: Edition | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare winner: Winner | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}
