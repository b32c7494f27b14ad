import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A plain-text comment on an event. */
@Table({ tableName: 'comments', underscored: true, timestamps: true, updatedAt: false })
export class Comment extends Model<Attributes<Comment>, CreationAttributes<Comment>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare body: string;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}
