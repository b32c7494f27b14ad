import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** What became of one day of a template week: its event, or why there is none. */
export type TemplateDayResult = { day: number } & (
	| { eventId: string; title: string; date: string; isMirrored: boolean; error?: never }
	| { error: string; eventId?: never }
);

/** A template week under way: what the progress bar reads. `plan` is what is to be made, null once all of it was tried. */
@Table({ tableName: 'template_runs', underscored: true, timestamps: true })
export class TemplateRun extends Model<Attributes<TemplateRun>, CreationAttributes<TemplateRun>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare actorId: string | null;

	@Column({ type: DataType.JSONB, allowNull: true })
	declare plan: unknown;

	/** How many days there are to be tried. */
	@Column({ type: DataType.INTEGER, allowNull: false })
	declare total: number;

	@Column({ type: DataType.JSONB, allowNull: false, defaultValue: [] })
	declare days: CreationOptional<TemplateDayResult[]>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}
