import { Column, DataType, Model, Table } from 'sequelize-typescript';
import type { Attributes, CreationAttributes } from './attributes.ts';

export const PREFERENCE_KINDS = ['player', 'storyteller'] as const;
export type PreferenceKind = (typeof PREFERENCE_KINDS)[number];

/**
 * A preference of a user, at `position` from 0 in the list of its kind (PREFERENCE_LIMITS: 5 players, 3
 * storytellers).
 */
@Table({ tableName: 'player_preferences', underscored: true, timestamps: false })
export class PlayerPreference extends Model<
	Attributes<PlayerPreference>,
	CreationAttributes<PlayerPreference>
> {
	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare userId: string;

	@Column({ type: DataType.TEXT, primaryKey: true })
	declare kind: PreferenceKind;

	@Column({ type: DataType.BIGINT, primaryKey: true })
	declare preferredUserId: string;

	@Column({ type: DataType.INTEGER, allowNull: false })
	declare position: number;
}
