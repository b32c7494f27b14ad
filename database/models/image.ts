import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A re-encoded picture, addressed by the hash of its bytes. Never select `bytes` in a list. */
@Table({ tableName: 'images', underscored: true, timestamps: true, updatedAt: false })
export class Image extends Model<Attributes<Image>, CreationAttributes<Image>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: false, unique: true })
	declare contentHash: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare mime: string;

	@Column({ type: DataType.BLOB, allowNull: false })
	declare bytes: Buffer;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare width: number;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare height: number;

	/** The time of the last upload; uploading the same picture again updates it. */
	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}
