import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * A site setting. Its key is one of `settingsSchema` (domain/admin/schema.ts), `auto_split_config`, or
 * `announcement_deleted_role`, which is not set by an admin.
 */
@Table({ tableName: 'settings', underscored: true, timestamps: true, createdAt: false })
export class Setting extends Model<Attributes<Setting>, CreationAttributes<Setting>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare key: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare value: string;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}
