import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

export const MIRROR_WANTS = ['present', 'absent'] as const;
export type MirrorWant = (typeof MIRROR_WANTS)[number];

/** The domain's MIRROR_STATES without 'none', which is the absence of a row. */
export const STORED_MIRROR_STATES = ['pending', 'synced', 'failed', 'deleted'] as const;
export type StoredMirrorState = (typeof STORED_MIRROR_STATES)[number];

/** What Discord should show of an event. No foreign key: it outlives its event, and `wanted = absent` is how a deletion is read. */
@Table({ tableName: 'discord_mirrors', underscored: true, timestamps: true, createdAt: false })
export class DiscordMirror extends Model<Attributes<DiscordMirror>, CreationAttributes<DiscordMirror>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.TEXT, allowNull: true, unique: true })
	declare discordEventId: string | null;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'present' })
	declare wanted: CreationOptional<MirrorWant>;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'pending' })
	declare state: CreationOptional<StoredMirrorState>;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare error: string | null;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare attempts: CreationOptional<number>;

	/** Of the picture that Discord has; its own name for it says nothing. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare imageHash: string | null;

	/** Discord's status when we last heard of it: one that ended there may be forgotten there. */
	@Column({ type: DataType.INTEGER, allowNull: true })
	declare discordStatus: number | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}
