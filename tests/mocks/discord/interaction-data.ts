import * as schemas from 'discord-api-spec/zod';
import { z } from 'zod/mini';
import type { Schema } from './check.ts';

const id = schemas.SnowflakeTypeSchema;
const customId = z.string().check(z.minLength(1), z.maxLength(100));
const place = z.int().check(z.minimum(1));

const optionFields = {
	type: z.int(),
	name: z.string(),
	value: z.union([z.string(), z.number(), z.boolean()]),
};
const subcommandOf = (values: z.ZodMiniType) =>
	z.object({ type: z.literal(1), name: z.string(), options: z.array(values) });
const value = z.object(optionFields);
const typedValue = z.object({ ...optionFields, focused: z.optional(z.literal(true)) });

const command = { id, name: z.string(), guild_id: id };
const target = { ...command, target_id: id };
/** Members in `resolved` have permissions, and are without the user, `mute` and `deaf`. */
const resolvedMember = z.extend(
	z.omit(schemas.GuildMemberResponseSchema, { user: true, mute: true, deaf: true }),
	{ permissions: z.string() },
);
const resolvedUsers = z.object({
	users: z.record(z.string(), schemas.UserResponseSchema),
	members: z.optional(z.record(z.string(), resolvedMember)),
});
const slashCommand = (values: z.ZodMiniType) =>
	z.object({
		...command,
		type: z.literal(1),
		options: z.array(z.union([subcommandOf(values), values])),
		resolved: z.optional(resolvedUsers),
	});
const userCommand = z.object({ ...target, type: z.literal(2), resolved: resolvedUsers });
const messageCommand = z.object({
	...target,
	type: z.literal(3),
	resolved: z.object({ messages: z.record(z.string(), schemas.MessageResponseSchema) }),
});

const button = z.object({ custom_id: customId, component_type: z.literal(2), id: place });
const select = z.object({
	custom_id: customId,
	component_type: z.literal(3),
	id: place,
	values: z.array(z.string()),
});
const input = z.object({ type: z.literal(4), id: place, custom_id: customId, value: z.string() });
const choice = z.object({ type: z.literal(3), id: place, custom_id: customId, values: z.array(z.string()) });
const modal = z.object({
	custom_id: customId,
	components: z.array(z.object({ type: z.literal(18), id: place, component: z.union([input, choice]) })),
});

/** The data of an interaction by its type, as Discord documents them: its API specification has no packets. */
export const INTERACTION_DATA: Record<number, Schema> = {
	2: z.union([slashCommand(value), userCommand, messageCommand]),
	3: z.union([button, select]),
	4: slashCommand(typedValue),
	5: modal,
};
