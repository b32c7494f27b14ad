import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A counter of server/http/rate-limit: the uses of one limit by one key in the current minute. */
@Table({ tableName: 'rate_limits', underscored: true, timestamps: false })
export class RateLimit extends Model<Attributes<RateLimit>, CreationAttributes<RateLimit>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare key: string;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare points: CreationOptional<number>;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare expire: string | null;
}
