import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { ScriptCharacter } from '../../domain/scripts/script.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A script of the library; `file` is the JSON text of its file. */
@Table({ tableName: 'scripts', underscored: true, timestamps: false })
export class Script extends Model<Attributes<Script>, CreationAttributes<Script>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare name: string;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare author: string | null;

	@Column({ type: DataType.JSONB, allowNull: false })
	declare characters: ScriptCharacter[];

	@Column({ type: DataType.TEXT, allowNull: false })
	declare file: string;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare creatorId: string | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: Date;
}
