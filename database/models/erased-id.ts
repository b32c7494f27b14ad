import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/**
 * The HMAC of an erased user's Discord ID. Imports and the gateway do not create the user again until they
 * sign in.
 */
@Table({ tableName: 'erased_ids', underscored: true, timestamps: false })
export class ErasedId extends Model<Attributes<ErasedId>, CreationAttributes<ErasedId>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare discordIdHmac: string;

	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare erasedAt: CreationOptional<Date>;

	/** As in User: a former admin who returns does not get the role from ADMIN_DISCORD_IDS again. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare becameAdminAt: Date | null;
}
