import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** An action that can be undone; its audit entries refer to it. */
@Table({ tableName: 'undos', underscored: true, timestamps: false })
export class Undo extends Model<Attributes<Undo>, CreationAttributes<Undo>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	/** Who did it; null when they were deleted. */
	@Column({ type: DataType.BIGINT, allowNull: true })
	declare actorId: string | null;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare action: string;

	/** The size of its kept rows. */
	@Column({ type: DataType.BIGINT, allowNull: false, defaultValue: 0 })
	declare bytes: CreationOptional<string>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: Date;

	/** When it was undone; null when it was not. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare undoneAt: Date | null;
}
