import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Loss, Place } from '../../domain/places/places.ts';
import type { SignupSource, SignupStatus } from '../../domain/signups/statuses.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** A user's signup for an event. The database allows one row per user and event, so signing up is an upsert. */
@Table({ tableName: 'signups', underscored: true, timestamps: true })
export class Signup extends Model<Attributes<Signup>, CreationAttributes<Signup>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare eventId: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare status: SignupStatus;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare notes: string | null;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'webapp' })
	declare signupSource: CreationOptional<SignupSource>;

	/** Whether the event has moved and no one has confirmed the signup or changed its status since. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare awaitsReply: CreationOptional<boolean>;

	/** Null when the signup was created for a Discord ID whose owner has not linked it yet. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare linkedAt: Date | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare updatedAt: CreationOptional<Date>;

	/** When the user signed up or last saved their own signup; a change by another user does not count. */
	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare userSavedAt: CreationOptional<Date>;

	/** Null for a signup that needs no place, and until the event's places are settled. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare place: Place | null;

	/** When the user asked for the place that they have or wait for. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare askedAt: Date | null;

	/** When the user passed a place on: they wait behind those who did not. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare passedAt: Date | null;

	/** When a message last offered a place to the user. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare offeredAt: Date | null;

	/** Until when a place is kept for the user. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare offerExpiresAt: Date | null;

	/** How a user who waits lost the place without giving it up. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare lostBy: Loss | null;

	@Column({ type: DataType.DATE, allowNull: true })
	declare lostAt: Date | null;

	/** Whether a tentative user comes when players are lacking. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare standby: CreationOptional<boolean>;

	/** When a late user arrives, 'HH:MM' in the event's zone. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare arrivesAt: string | null;

	/** When the user leaves before the end, 'HH:MM' in the event's zone. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare leavesAt: string | null;

	/** Why a creator gave the user a place, or moved them to the line. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare placeReason: string | null;
}
