/** What the official schema gives us: zod mini schemas, of which only this much is used. */
export type Schema = {
	safeParse(value: unknown): { success: boolean; data?: unknown; error?: { message: string } };
};

/** Says what is wrong with a value: against the schema, and keys that the schema does not know. Null when it is right. */
export function checkAnswer(schema: Schema, value: unknown): string | null {
	const parsed = schema.safeParse(value);
	if (!parsed.success) return parsed.error?.message ?? 'a value that the schema refuses';
	const unknown = findUnknownKey(value, parsed.data, '');
	return unknown === null ? null : `unknown key ${unknown}`;
}

/** zod drops the keys that it does not know, so what is missing from the parsed value was unknown. */
function findUnknownKey(given: unknown, parsed: unknown, path: string): string | null {
	if (typeof given !== 'object' || given === null || typeof parsed !== 'object' || parsed === null)
		return null;
	for (const [key, value] of Object.entries(given)) {
		if (!(key in parsed)) return `${path}${key}`;
		const deeper = findUnknownKey(value, Reflect.get(parsed, key), `${path}${key}.`);
		if (deeper !== null) return deeper;
	}
	return null;
}
