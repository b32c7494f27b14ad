import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Experience } from '../../domain/users/experience.ts';
import type { QuietHours, ReminderWay } from '../../domain/users/reminders.ts';
import type { Role } from '../../domain/users/roles.ts';
import type { Theme } from '../../domain/users/schema.ts';
import type { Attributes, CreationAttributes } from './attributes.ts';

/** The source of a preferred name: a name that its owner entered is never replaced by a server nickname. */
export const PREFERRED_USERNAME_SOURCES = ['owner', 'discord'] as const;
export type PreferredUsernameSource = (typeof PREFERRED_USERNAME_SOURCES)[number];

/** A user account, created by signing in, or by an import or the bot for a Discord ID. */
@Table({ tableName: 'users', underscored: true, timestamps: true, updatedAt: false })
export class User extends Model<Attributes<User>, CreationAttributes<User>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare discordId: string | null;

	/** The Discord username. */
	@Column({ type: DataType.TEXT, allowNull: false })
	declare username: string;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare globalName: string | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare preferredUsername: string | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare preferredUsernameSource: PreferredUsernameSource | null;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare avatar: string | null;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'player' })
	declare role: CreationOptional<Role>;

	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: true })
	declare notifications: CreationOptional<boolean>;

	@Column({ type: DataType.TEXT, allowNull: false, defaultValue: 'dark' })
	declare theme: CreationOptional<Theme>;

	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: true })
	declare showCountdown: CreationOptional<boolean>;

	/** Whether the user gets the community's roles on Discord during their events. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: true })
	declare eventRoles: CreationOptional<boolean>;

	/** How many minutes before an event the user wants to be reminded; null: at the community's times. */
	@Column({ type: DataType.ARRAY(DataType.INTEGER), allowNull: true })
	declare reminderMinutes: number[] | null;

	/** Where the user is reminded; null: the community's way. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare reminderWay: ReminderWay | null;

	/** When no direct messages are sent. */
	@Column({ type: DataType.JSONB, allowNull: true })
	declare quietHours: QuietHours | null;

	/** When Discord last refused a direct message because of the user's settings; null after one that was accepted. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare messagesRefusedAt: Date | null;

	/** The random part of the user's calendar link (server/operations/calendar/renew-calendar-link.ts); null: there is no link. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare calendarKey: string | null;

	/** Whether the user's calendar also has the events without their signup. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare calendarAllEvents: CreationOptional<boolean>;

	/** What the user says of themselves as a player; null for nothing. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare experience: Experience | null;

	/** Whether the user says that they like to teach new players as a storyteller. */
	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare likesTeaching: CreationOptional<boolean>;

	/** Null for an account that was created by an import or the bot and has never signed in. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare firstSignedInAt: Date | null;

	/** When this user first became an admin, in any way; null: never. An erasure copies it to `erased_ids`. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare becameAdminAt: Date | null;

	@Column({ type: DataType.DATE, allowNull: true })
	declare linkedAt: Date | null;

	@Column({ type: DataType.DATE, allowNull: true })
	declare membershipCheckedAt: Date | null;

	/** When it was first noticed that the user is no longer a member with the required role; null for a member. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare membershipLostAt: Date | null;

	/** When the user's departure took effect (decision 0022); null for a member, and for one never seen as one. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare leftAt: Date | null;

	/** When the user last came back after a departure. Their signups ask for places as of then. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare returnedAt: Date | null;

	/** When an account that has never signed in was first seen as a member. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare memberSeenAt: Date | null;

	/** The nights that the user attended, of roll calls whose entries have ended. */
	@Column({ type: DataType.INTEGER, allowNull: false, defaultValue: 0 })
	declare nightsAttended: CreationOptional<number>;

	@Column({ type: DataType.BOOLEAN, allowNull: false, defaultValue: false })
	declare isTestData: CreationOptional<boolean>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;
}

/** A signed-in browser. `tokenHash` is the SHA-256 of the cookie's token in lower-case hex. */
@Table({ tableName: 'sessions', underscored: true, timestamps: true, updatedAt: false })
export class Session extends Model<Attributes<Session>, CreationAttributes<Session>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare tokenHash: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare lastSeenAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;

	/** The name of the browser, such as 'Firefox on Windows'; null when it is not known. */
	@Column({ type: DataType.TEXT, allowNull: true })
	declare browser: CreationOptional<string | null>;
}

/** A personal API token; `tokenHash` as in Session. */
@Table({ tableName: 'api_tokens', underscored: true, timestamps: true, updatedAt: false })
export class ApiToken extends Model<Attributes<ApiToken>, CreationAttributes<ApiToken>> {
	@Column({ type: DataType.BIGINT, primaryKey: true, autoIncrement: true })
	declare id: CreationOptional<string>;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare name: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare tokenHash: string;

	@Column({ type: DataType.DATE, allowNull: true })
	declare lastUsedAt: Date | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare createdAt: CreationOptional<Date>;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;

	@Column({ type: DataType.DATE, allowNull: true })
	declare revokedAt: Date | null;
}

/** The single-use token of `/?token=…` for one browser. Both hashes are SHA-256 in lower-case hex. */
@Table({ tableName: 'sign_in_tokens', underscored: true, timestamps: false })
export class SignInToken extends Model<Attributes<SignInToken>, CreationAttributes<SignInToken>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare tokenHash: string;

	@Column({ type: DataType.BIGINT, allowNull: false })
	declare userId: string;

	@Column({ type: DataType.TEXT, allowNull: false })
	declare browserHash: string;

	@Column({ type: DataType.TEXT, allowNull: true })
	declare redirectTo: string | null;

	@Column({ type: DataType.DATE, allowNull: false })
	declare expiresAt: Date;

	@Column({ type: DataType.DATE, allowNull: true })
	declare usedAt: Date | null;
}

/** The HMAC of an erased user's Discord ID: only a sign-in creates the user again. */
@Table({ tableName: 'erased_ids', underscored: true, timestamps: false })
export class ErasedId extends Model<Attributes<ErasedId>, CreationAttributes<ErasedId>> {
	@Column({ type: DataType.TEXT, primaryKey: true })
	declare discordIdHmac: string;

	@Column({ type: DataType.DATE, allowNull: false, defaultValue: DataType.NOW })
	declare erasedAt: CreationOptional<Date>;

	/** As in User: a former admin who returns does not get the role from ADMIN_DISCORD_IDS again. */
	@Column({ type: DataType.DATE, allowNull: true })
	declare becameAdminAt: Date | null;
}
