/** SQL of the schema. The triggers, and functions that read several tables, are created after the tables of all parts. */
export type SchemaPart = { tables: string; triggers?: string };

/** Returns the SQL condition of an update that changes one of `columns`; `*` stands for all. */
export const differ = (columns: readonly string[]): string =>
	columns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ');
