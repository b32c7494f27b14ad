import type { Transaction } from 'sequelize';
import { execute, selectValue } from '~/database/sql.ts';

/** Returns the value of a setting; '' when it is not set. */
export const readSetting = async (key: string): Promise<string> =>
	(await selectValue('SELECT value FROM settings WHERE key = :key', { key })) ?? '';

/** Saves a value that the program itself keeps among the settings, and returns whether it has changed. */
export const keepSetting = async (
	key: string,
	value: string,
	now: Date,
	transaction?: Transaction,
): Promise<boolean> =>
	(await execute(
		`INSERT INTO settings AS s (key, value, updated_at) VALUES (:key, :value, :now)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
		WHERE s.value <> excluded.value`,
		{ key, value, now },
		transaction,
	)) > 0;
