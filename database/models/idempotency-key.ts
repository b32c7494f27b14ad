import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

export const IDEMPOTENCY_STATES = ['started', 'finished'] as const;
export type IdempotencyState = (typeof IDEMPOTENCY_STATES)[number];

/**
 * The stored response to a request that may be repeated: the same key, actor and operation get the same
 * response.
 */
@Table({ tableName: 'idempotency_keys', underscored: true, timestamps: true, updatedAt: false })
export class IdempotencyKey extends Model<Attributes<IdempotencyKey>, CreationAttributes<IdempotencyKey>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare key: string;

	/** The user id of the key's owner: equal keys of two users are different keys. */
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare actorScope: string;

	@Column({ type: DataType.TEXT, primaryKey: true })
	declare operation: string;

	/** SHA-256 of the request in lower-case hex. Another request under the same key is refused. */
	@Column({ type: DataType.TEXT, allowNull: false })
	declare requestHash: string;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'started' })
	declare state: CreationOptional<IdempotencyState>;

	/** The HTTP status of the response. */
	@Column({ type: DataType.INTEGER, allowNull: true })
	declare status: number | null;

	@Column({ type: DataType.JSONB, allowNull: true })
	declare response: unknown;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;
}
