import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

export const IMPORT_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** One import of a Discord event, read by the progress bar. `progress` is a percentage, 0 to 100. */
@Table({ tableName: 'import_runs', underscored: true, timestamps: true })
export class ImportRun extends Model<Attributes<ImportRun>, CreationAttributes<ImportRun>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare discordEventId: string;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare eventId: string | null;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare actorId: string | null;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'queued' })
	declare state: CreationOptional<ImportState>;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare progress: CreationOptional<number>;

	@Column({ type: DataType.JSONB, allowNull: true })
	declare result: Record<string, unknown> | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare error: string | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}
