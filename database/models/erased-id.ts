import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** The HMAC of an erased person's Discord ID: an import or the gateway does not bring them back until they sign in again. */
@Table({ tableName: 'erased_ids', underscored: true, timestamps: false })
export class ErasedId extends Model<Attributes<ErasedId>, CreationAttributes<ErasedId>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare discordIdHmac: string;

	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare erasedAt: CreationOptional<Date>;

	/** As in User: who was an admin before is not made one by ADMIN_DISCORD_IDS when they return. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare becameAdminAt: Date | null;
}
