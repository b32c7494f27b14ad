import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A change of an announced event that its message does not show yet. Triggers of the database create these rows. */
@Table({ tableName: 'announcement_changes', underscored: true, timestamps: false })
export class AnnouncementChange extends Model<
	Attributes<AnnouncementChange>,
	CreationAttributes<AnnouncementChange>
> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;
}
