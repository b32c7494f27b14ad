import type { CreationOptional } from 'sequelize';
import { Column, DataType, Model } from 'sequelize-typescript';

/** The columns that an event and its series have: the values of `SERIES_FIELDS` and the zone. */
export abstract class EventValues<Values extends {}, Creation extends {}> extends Model<Values, Creation> {
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
