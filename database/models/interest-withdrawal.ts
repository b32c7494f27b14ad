import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** Marks that a user withdrew their signup: their continuing interest on Discord must not create it again. */
@Table({ tableName: 'interest_withdrawals', underscored: true, timestamps: false })
export class InterestWithdrawal extends Model<
	Attributes<InterestWithdrawal>,
	CreationAttributes<InterestWithdrawal>
> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;
}
