import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A storyteller of the next events of a series, in `position` order. */
@Table({ tableName: 'series_storytellers', underscored: true, timestamps: false })
export class SeriesStoryteller extends Model<
	Attributes<SeriesStoryteller>,
	CreationAttributes<SeriesStoryteller>
> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare seriesId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare position: number;
}
