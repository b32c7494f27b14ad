import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Pause, SeriesRule } from '../../domain/events/series-rule.ts';
import type { EventStatus } from '../../domain/events/status.ts';
import type { Decision } from '../../domain/places/decision.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** The columns that an event and its series have: the values of `SERIES_FIELDS` and the zone. */
abstract class EventValues<Values extends {}, Creation extends {}> extends Model<Values, Creation> {
	@Column({ type: DataType.TEXT, allowNull: false })
	declare title: string;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: '' })
	declare description: CreationOptional<string>;

	/** In minutes. */
	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 180 })
	declare duration: CreationOptional<number>;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: '' })
	declare location: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'America/New_York' })
	declare timezone: CreationOptional<string>;

	/** The number of places; 0 stands for as many as its storytellers can lead, null for no limit. */
	@Column({ type: DataType.INTEGER, allowNull: true })
	declare capacity: number | null;

	/** How many players it needs; null for any number. */
	@Column({ type: DataType.INTEGER, allowNull: true })
	declare minimumPlayers: number | null;

	/** How many minutes before the start it is decided whether the event takes place. */
	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 1440 })
	declare decideMinutes: CreationOptional<number>;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'ask' })
	declare onTooFew: CreationOptional<'ask' | 'cancel'>;

	@Column({ type: DataType.BIGINT, allowNull: true })
	declare imageId: string | null;
}

/** An event. `date` is an instant (UTC), `timezone` the IANA zone it was planned in, `duration` in minutes. */
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

/**
 * An event that repeats: the values of its next events. Dates are calendar dates 'YYYY-MM-DD' in `timezone`, `startTime` is
 * 'HH:mm', `duration` in minutes.
 */
@Table({ tableName: 'event_series', underscored: true, timestamps: false })
export class EventSeries extends EventValues<Attributes<EventSeries>, CreationAttributes<EventSeries>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.JSONB, allowNull: false })
	declare rule: SeriesRule;

	/** The dates that are left out; null for none. */
	@Column({ type: DataType.JSONB, allowNull: true })
	declare pause: Pause | null;

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

/** A plain-text comment on an event. */
@Table({ tableName: 'comments', underscored: true, timestamps: true, updatedAt: false })
export class Comment extends Model<Attributes<Comment>, CreationAttributes<Comment>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare body: string;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}
