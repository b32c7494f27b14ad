import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

export const MIRROR_WANTED_STATES = ['present', 'absent'] as const;
export type MirrorWantedState = (typeof MIRROR_WANTED_STATES)[number];

/** The domain's MIRROR_STATES without 'none', which means that there is no row. */
export const STORED_MIRROR_STATES = ['pending', 'synced', 'failed', 'deleted'] as const;
export type StoredMirrorState = (typeof STORED_MIRROR_STATES)[number];

/**
 * The desired and the known state of an event's mirror. There is no foreign key: the row stays when its event
 * is deleted, and `wanted = 'absent'` requests the deletion on Discord.
 */
@Table({ tableName: 'discord_mirrors', underscored: true, timestamps: true, createdAt: false })
export class DiscordMirror extends Model<Attributes<DiscordMirror>, CreationAttributes<DiscordMirror>> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare eventId: string;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare discordEventId: string | null;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'present' })
	declare wanted: CreationOptional<MirrorWantedState>;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'pending' })
	declare state: CreationOptional<StoredMirrorState>;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare error: string | null;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare attempts: CreationOptional<number>;

	/** The hash of the picture that was last sent to Discord; Discord's own image name does not identify it. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare imageHash: string | null;

	/** Discord's status when it was last read. Discord may no longer know a mirror that has ended. */
	@Column({ type: DataType.INTEGER, allowNull: true })
	declare discordStatus: number | null;

	/**
	 * The original start of the date that this mirror stands for, when its Discord event repeats; such a mirror is only
	 * read. Null: the Discord event does not repeat.
	 */
	@Column({ type: DataType.DATE, allowNull: true })
	declare seriesStart: Date | null;

	/** The start and the end that Discord had after our last change; null while they are unknown. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare sentStart: Date | null;

	@Column({ type: DataType.DATE, allowNull: true })
	declare sentEnd: Date | null;

	/** The start and the end that a moderator has set on Discord, until a creator decides; null: there is no question. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare movedStart: Date | null;

	@Column({ type: DataType.DATE, allowNull: true })
	declare movedEnd: Date | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}

export const IMPORT_STATES = ['queued', 'running', 'done', 'failed'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** One import of a Discord event, read by the progress bar. `progress` is a percentage, 0 to 100. */
@Table({ tableName: 'import_runs', underscored: true, timestamps: true })
export class ImportRun extends Model<Attributes<ImportRun>, CreationAttributes<ImportRun>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare discordEventId: string;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare eventId: string | null;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare actorId: string | null;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'queued' })
	declare state: CreationOptional<ImportState>;

	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare progress: CreationOptional<number>;

	@Column({ type: DataType.JSONB, allowNull: true })
	declare result: Record<string, unknown> | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare error: string | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}
