import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { Session, User } from '~/database/models/index.ts';
import { unauthenticated } from '~/domain/refusal.ts';
import { themeSchema, type UserView, updateUsernameInput } from '~/domain/users/schema.ts';
import { toUserView } from '../../wire/users.ts';
import { defineOperation, isId } from '../kernel/operation.ts';

/** Returns the signed-in user (GET /api/auth/me). */
export const readMe = defineOperation({
	allow: 'auth.me',
	input: z.object({}),
	handle: async ({ actor }): Promise<UserView> => toUserView(await getOwnUser(actor.id)),
});

/**
 * Sets the actor's preferred name, at most 255 characters; '' clears it (PUT /api/auth/update-username). A name that is
 * set here is never replaced by a nickname update.
 */
export const updateUsername = defineOperation({
	allow: 'auth.updateUsername',
	input: updateUsernameInput,
	async handle({ actor, input }): Promise<{ user: UserView }> {
		const user = await getOwnUser(actor.id);
		const name = input.preferredUsername || null;
		const changes = { preferredUsername: name, preferredUsernameSource: name ? ('owner' as const) : null };
		await inTransaction((transaction) => user.update(changes, { transaction }));
		return { user: toUserView(user) };
	},
});

/**
 * Ends the session of this request (POST /api/auth/logout). A personal API token is not a session and stays
 * valid.
 */
export const logOut = defineOperation({
	allow: 'auth.logout',
	input: z.object({ sessionId: z.string() }),
	async handle({ actor, input }): Promise<{ message: string }> {
		if (isId(input.sessionId)) {
			const where = { id: input.sessionId, userId: actor.id };
			await inTransaction((transaction) => Session.destroy({ where, transaction }));
		}
		return { message: 'Signed out' };
	},
});

/** Saves the actor's theme. The route sets the cookie. */
export const setTheme = defineOperation({
	allow: 'profile.setTheme',
	input: z.object({ theme: themeSchema }),
	async handle({ actor, input }): Promise<{ message: string }> {
		const where = { id: actor.id };
		await inTransaction((transaction) => User.update({ theme: input.theme }, { where, transaction }));
		return { message: 'Theme saved' };
	},
});

/** Returns the row of a signed-in user. Throws Refusal 'unauthenticated' when the account was deleted. */
export async function getOwnUser(id: string): Promise<User> {
	const user = await User.findByPk(id);
	// The session was valid a moment ago, so the account was deleted in between.
	if (!user) throw unauthenticated();
	return user;
}
