import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { RegularStatus } from '../../domain/events/series.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A user who is signed up for each new event of a series, since `createdAt`. */
@Table({ tableName: 'series_regulars', underscored: true, timestamps: false })
export class SeriesRegular extends Model<Attributes<SeriesRegular>, CreationAttributes<SeriesRegular>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare seriesId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare status: RegularStatus;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: Date;
}
