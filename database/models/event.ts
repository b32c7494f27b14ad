import type { CreationOptional } from 'sequelize';
import { Column, DataType, Table } from 'sequelize-typescript';
import type { EventStatus } from '../../domain/events/status.ts';
import type { Decision } from '../../domain/places/decision.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';
import { EventValues } from './event-values.ts';

/**
 * An event. `date` is an instant (UTC), `timezone` the IANA zone it was planned in, `duration` in minutes.
 */
@Table({ tableName: 'events', underscored: true, timestamps: true })
export class Event extends EventValues<Attributes<Event>, CreationAttributes<Event>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare date: Date;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'active' })
	declare status: CreationOptional<EventStatus>;

	/** Why the event was cancelled, for its players. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare cancelReason: string | null;

	/** Null before the decision, and for an event without a minimum. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare decision: Decision | null;

	/** Whether a creator has called the standbys. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare standbysCalled: CreationOptional<boolean>;

	/** The series that it belongs to, and the date 'YYYY-MM-DD' of the series that it was created for. */
	@Column({ type: DataType.BIGINT, allowNull: true })
	declare seriesId: string | null;

	@Column({ type: DataType.DATEONLY, allowNull: true })
	declare seriesDate: string | null;

	/** Whether it is announced when it is near. False once it was, or when someone has decided about its message. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare announceLater: CreationOptional<boolean>;

	/** Null when the account was erased; shown as 'Unknown Creator'. */
	@Column({ type: DataType.BIGINT, allowNull: true })
	declare creatorId: string | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare discordEventId: string | null;

	/** Incremented by each edit of the event itself; the edit form uses it to detect conflicts. */
	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 1 })
	declare version: CreationOptional<number>;

	/** Incremented by each save of the event's groups; the groups panel uses it to detect conflicts. */
	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 1 })
	declare groupsVersion: CreationOptional<number>;

	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare isTestData: CreationOptional<boolean>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;
}
