import type { z } from 'zod';
import { DiscordUnavailable } from './client.ts';

/** What we rely on in an answer of Discord, checked; Discord may add what it likes. Throws `DiscordUnavailable`. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new DiscordUnavailable('Discord answered something that we do not understand', { status: 200 });
}
