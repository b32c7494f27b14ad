import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Vote } from '../../domain/scripts/votes.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** What a player thinks of a script for an event. */
@Table({ tableName: 'script_votes', underscored: true, timestamps: false })
export class ScriptVote extends Model<Attributes<ScriptVote>, CreationAttributes<ScriptVote>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.TEXT, primaryKey: true })
	declare script: string;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare vote: Vote;
}
