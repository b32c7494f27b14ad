/** The part of a zod mini schema that the stand-in uses. */
export type Schema = {
	safeParse(value: unknown): { success: boolean; data?: unknown; error?: { message: string } };
};

/** Returns the first schema error or unknown key of a value, or null when the value is valid. */
export function findSchemaError(schema: Schema, value: unknown): string | null {
	const parsed = schema.safeParse(value);
	if (!parsed.success) return parsed.error?.message ?? 'a value that does not match the schema';
	const unknown = findUnknownKey(value, parsed.data, '');
	return unknown === null ? null : `unknown key ${unknown}`;
}

/** Finds a key that is missing from the parsed value: zod drops unknown keys. */
function findUnknownKey(input: unknown, parsed: unknown, path: string): string | null {
	if (typeof input !== 'object' || input === null || typeof parsed !== 'object' || parsed === null)
		return null;
	for (const [key, value] of Object.entries(input)) {
		if (!(key in parsed)) return `${path}${key}`;
		const nested = findUnknownKey(value, Reflect.get(parsed, key), `${path}${key}.`);
		if (nested !== null) return nested;
	}
	return null;
}
