import { z } from 'zod';
import { cleanLine } from '~/domain/text.ts';
import { DiscordUnavailable } from './client.ts';

/** The schema of a Discord ID. */
export const snowflakeSchema = z.string().regex(/^\d{17,20}$/);

/** The schema of a name: reads it as one clean line, which PostgreSQL accepts whatever a member typed; null for none. */
export const nameSchema = z
	.string()
	.nullish()
	.transform((text) => cleanLine(text ?? '') || null);

/** The schema of Discord's user object: reads it as an account; an avatar's hash in another form counts as no avatar. */
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

/** What we rely on in an answer of Discord, checked; Discord may add what it likes. Throws `DiscordUnavailable`. */
export function parseAnswer<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	throw new DiscordUnavailable('Discord answered something that we do not understand', { status: 200 });
}
