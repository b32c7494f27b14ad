import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A personal API token; `tokenHash` as in Session. */
@Table({ tableName: 'api_tokens', underscored: true, timestamps: true, updatedAt: false })
export class ApiToken extends Model<Attributes<ApiToken>, CreationAttributes<ApiToken>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare name: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare tokenHash: string;

	@Column({ type: DataType.DATE, allowNull: true })
	declare lastUsedAt: Date | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;

	@Column({ type: DataType.DATE, allowNull: true })
	declare revokedAt: Date | null;
}
