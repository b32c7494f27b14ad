import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * The single-use token of `/?token=…`, bound to the browser that started the sign-in. Both hashes are SHA-256
 * in lower-case hex.
 */
@Table({ tableName: 'sign_in_tokens', underscored: true, timestamps: false })
export class SignInToken extends Model<Attributes<SignInToken>, CreationAttributes<SignInToken>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare tokenHash: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare browserHash: string;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare redirectTo: string | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;

	@Column({ type: DataType.DATE, allowNull: true })
	declare usedAt: Date | null;
}
