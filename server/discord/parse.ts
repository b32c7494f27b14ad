import { z } from 'zod';
import { DISCORD_ID } from '~/domain/ids.ts';
import { cleanLine } from '~/domain/text.ts';
import { DiscordUnavailable } from './client.ts';

/** The schema of a Discord ID. */
export const snowflakeSchema = z.string().regex(DISCORD_ID);

/** The schema of permissions, which Discord sends as a decimal text: returns them as bits. */
export const bitsSchema = z
	.string()
	.regex(/^\d+$/)
	.transform((text) => BigInt(text));

/** The schema of a name: returns it as one clean line that PostgreSQL accepts; null for an empty or absent name. */
export const nameSchema = z
	.string()
	.nullish()
	.transform((text) => cleanLine(text ?? '') || null);

/** The schema of Discord's user object as an account; an avatar hash in an unknown format counts as no avatar. */
export const accountSchema = z
	.object({
		id: snowflakeSchema,
		username: nameSchema,
		global_name: nameSchema,
		avatar: z
			.string()
			.regex(/^\w{1,64}$/)
			.nullish()
			.catch(null),
	})
	.transform(({ id, username, global_name, avatar }) => ({
		discordId: id,
		username: username ?? `Member ${id}`,
		globalName: global_name,
		avatar: avatar ?? null,
	}));

/**
 * Returns the parts of Discord's response that the schema names. Discord may add other fields. Throws
 * `DiscordUnavailable` when the response does not match the schema.
 */
export function parseResponse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new DiscordUnavailable("Discord sent a response we couldn't read", { status: 200 });
}
