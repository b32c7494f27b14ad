import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** This person took their answer back; being interested on Discord still shall not bring it again. */
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
