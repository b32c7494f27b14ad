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

/** An entry of the audit trail. It has ids only, and no foreign keys: it stays when its users are deleted. */
@Table({ tableName: 'audit_entries', underscored: true, timestamps: true, updatedAt: false })
export class AuditEntry extends Model<Attributes<AuditEntry>, CreationAttributes<AuditEntry>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	/** Null when the program itself acted. */
	@Column({ type: DataType.BIGINT, allowNull: true })
	declare actorId: string | null;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare action: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare subjectType: string;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare subjectId: string | null;

	@Column({ type: DataType.JSONB, allowNull: false, defaultValue: {} })
	declare detail: CreationOptional<Record<string, unknown>>;

	/** The kept rows with which it can be undone. The database sets it (`keepForUndo`). */
	@Column({ type: DataType.BIGINT, allowNull: true })
	declare undoId: CreationOptional<string | null>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}
