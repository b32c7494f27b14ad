import { type DataType, type Model, type ModelStatic, QueryTypes } from 'sequelize';
import { describe, expect, test } from 'vitest';
import { database } from '~/database/connection.ts';
import * as classes from '~/database/models/index.ts';
import { useDatabase } from '~/tests/support/database.ts';

useDatabase();

const models = Object.values(classes) as unknown as ModelStatic<Model>[];

type ColumnRow = { table_name: string; column_name: string; is_nullable: string; data_type: string };

/** The PostgreSQL names of the Sequelize types. */
const TYPE_NAMES: Record<string, string> = {
	BIGINT: 'bigint',
	TEXT: 'text',
	BOOLEAN: 'boolean',
	INTEGER: 'integer',
	'INTEGER[]': 'ARRAY',
	JSONB: 'jsonb',
	'TIMESTAMP WITH TIME ZONE': 'timestamp with time zone',
	BYTEA: 'bytea',
	DATE: 'date',
	'VARCHAR(255)': 'character varying',
};

const nameType = (type: DataType): string | undefined =>
	typeof type === 'object' ? TYPE_NAMES[type.toSql()] : String(type);

function readColumns(): Promise<ColumnRow[]> {
	return database().query<ColumnRow>(
		`SELECT table_name, column_name, is_nullable, data_type FROM information_schema.columns
		WHERE table_schema = 'public' AND table_name <> 'schema_migrations' ORDER BY table_name, column_name`,
		{ type: QueryTypes.SELECT },
	);
}

describe('models and migrated tables', () => {
	test.each(models.map((model) => [model.name, model] as const))(
		'%s has exactly its columns, of the same type and nullability',
		async (_, model) => {
			const table = model.getTableName();
			const columns = (await readColumns()).filter((column) => column.table_name === table);
			const attributes = Object.values(model.getAttributes()).map((attribute) => ({
				column_name: attribute.field,
				data_type: nameType(attribute.type),
				is_nullable: attribute.primaryKey || attribute.allowNull === false ? 'NO' : 'YES',
			}));
			const byName = (one: { column_name?: string }, other: { column_name?: string }) =>
				String(one.column_name).localeCompare(String(other.column_name));
			expect(attributes.sort(byName)).toEqual(
				columns
					.map(({ column_name, data_type, is_nullable }) => ({ column_name, data_type, is_nullable }))
					.sort(byName),
			);
		},
	);

	test.each(models.map((model) => [model.name, model] as const))(
		'%s has the primary key of its table',
		async (_, model) => {
			const rows = await database().query<{ column_name: string }>(
				`SELECT a.attname AS column_name FROM pg_index i
			JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
			WHERE i.indisprimary AND i.indrelid = to_regclass(:table)`,
				{ type: QueryTypes.SELECT, replacements: { table: `public.${model.getTableName()}` } },
			);
			const keys = model.primaryKeyAttributes.map(
				(name) => model.getAttributes()[name as never] as { field?: string },
			);
			expect(rows.map((row) => row.column_name).sort()).toEqual(keys.map((key) => key.field).sort());
		},
	);
});
