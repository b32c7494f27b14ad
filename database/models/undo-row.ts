import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A row that an action changed, with its columns before and after; null where it did not exist. */
@Table({ tableName: 'undo_rows', underscored: true, timestamps: false })
export class UndoRow extends Model<Attributes<UndoRow>, CreationAttributes<UndoRow>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare undoId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare tableName: string;

	@Column({ type: DataType.JSONB, allowNull: true })
	declare before: Record<string, unknown> | null;

	@Column({ type: DataType.JSONB, allowNull: true })
	declare after: Record<string, unknown> | null;
}
