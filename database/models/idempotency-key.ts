import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

export const IDEMPOTENCY_STATES = ['started', 'finished'] as const;
export type IdempotencyState = (typeof IDEMPOTENCY_STATES)[number];

/** The answer to a request that may be sent again: same key, same actor, same operation, same answer. */
@Table({ tableName: 'idempotency_keys', underscored: true, timestamps: true, updatedAt: false })
export class IdempotencyKey extends Model<Attributes<IdempotencyKey>, CreationAttributes<IdempotencyKey>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare key: string;

	/** Whose key it is, a user id: two people's equal keys are two keys. */
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare actorScope: string;

	@Column({ type: DataType.TEXT, primaryKey: true })
	declare operation: string;

	/** SHA-256 of the request, lower-case hex: another body under the same key is refused. */
	@Column({ type: DataType.TEXT, allowNull: false })
	declare requestHash: string;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'started' })
	declare state: CreationOptional<IdempotencyState>;

	/** The HTTP status that was answered. */
	@Column({ type: DataType.INTEGER, allowNull: true })
	declare status: number | null;

	@Column({ type: DataType.JSONB, allowNull: true })
	declare response: unknown;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;
}
