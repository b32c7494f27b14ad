import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * A signed-in browser. `tokenHash` is the SHA-256 of the cookie's token in lower-case hex; the token itself
 * is not stored.
 */
@Table({ tableName: 'sessions', underscored: true, timestamps: true, updatedAt: false })
export class Session extends Model<Attributes<Session>, CreationAttributes<Session>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare tokenHash: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare lastSeenAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;

	/** The name of the browser, such as 'Firefox on Windows'; null when it is not known. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare browser: CreationOptional<string | null>;
}
