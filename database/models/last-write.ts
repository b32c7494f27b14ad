import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** Where the primary's write-ahead log was after a user's last write; only noted when there are read replicas. */
@Table({ tableName: 'last_writes', underscored: true, timestamps: false })
export class LastWrite extends Model<Attributes<LastWrite>, CreationAttributes<LastWrite>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: 'pg_lsn', allowNull: false })
	declare lsn: string;
}
