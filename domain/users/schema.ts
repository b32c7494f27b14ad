import { z } from 'zod';
import { TEXT_LIMITS } from '../limits.ts';
import { cleanLine, createLineSchema } from '../text.ts';
import { ROLES } from './roles.ts';

export const themeSchema = z.enum(['dark', 'light']);
export type Theme = z.infer<typeof themeSchema>;

/** A user, as returned by `/api/auth/me` for the signed-in one (spec, section 3). Dates are ISO with `Z`. */
export const userSchema = z
	.object({
		id: z.string(),
		discord_id: z.string().nullable(),
		discordId: z.string().nullable(),
		username: z.string(),
		preferred_username: z.string().nullable(),
		preferredUsername: z.string().nullable(),
		avatar: z.string().nullable(),
		role: z.enum(ROLES),
		notifications: z.boolean(),
		theme: themeSchema,
		showCountdown: z.boolean(),
		created_at: z.iso.datetime(),
	})
	.meta({ id: 'User' });
export type UserView = z.infer<typeof userSchema>;

/** A user as other users see them (spec, section 7). */
export const publicUserSchema = userSchema
	.pick({
		id: true,
		username: true,
		preferred_username: true,
		avatar: true,
		discord_id: true,
		role: true,
	})
	.meta({ id: 'Person' });
export type PublicUserView = z.infer<typeof publicUserSchema>;

/** Body of PUT /api/auth/update-username: '' or spaces clear the name, which must be visible. */
export const updateUsernameInput = z.object({
	preferredUsername: z
		.string('Please enter text')
		.refine(
			(text) => text.trim() === '' || cleanLine(text) !== '',
			'This name has no visible characters. Please enter another name.',
		)
		.pipe(
			createLineSchema(TEXT_LIMITS.preferredUsername, `At most ${TEXT_LIMITS.preferredUsername} characters`),
		)
		.meta({ maxLength: TEXT_LIMITS.preferredUsername }),
});
