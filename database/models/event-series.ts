import type { CreationOptional } from 'sequelize';
import { Column, DataType, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';
import { EventValues } from './event-values.ts';

/**
 * An event that repeats: the values of its next events. Dates are calendar dates 'YYYY-MM-DD' in `timezone`, `startTime` is
 * 'HH:mm', `duration` in minutes.
 */
@Table({ tableName: 'event_series', underscored: true, timestamps: false })
export class EventSeries extends EventValues<Attributes<EventSeries>, CreationAttributes<EventSeries>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare intervalWeeks: number;

	/** The last possible date; null for a series without end. */
	@Column({ type: DataType.DATEONLY, allowNull: true })
	declare until: string | null;

	/** The first date whose event has not been created yet. */
	@Column({ type: DataType.DATEONLY, allowNull: false })
	declare nextDate: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare startTime: string;

	/** Null when the account was erased; the series goes on. */
	@Column({ type: DataType.BIGINT, allowNull: true })
	declare creatorId: string | null;

	/** Whether its next events have a Discord event, and a message on Discord. */
	@Column({ type: DataType.BOOLEAN, allowNull: false })
	declare createsDiscordEvent: boolean;

	@Column({ type: DataType.BOOLEAN, allowNull: false })
	declare announces: boolean;
}
