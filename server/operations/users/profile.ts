import type { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { User } from '~/database/models/index.ts';
import { unauthenticated } from '~/domain/refusal.ts';
import { deleteProfileInput, PROFILE_TEXTS, profileInput, switchesInput } from '~/domain/users/profile.ts';
import type { UserView } from '~/domain/users/schema.ts';
import { toUserView } from '../../wire/users.ts';
import { defineOperation } from '../kernel/operation.ts';
import { eraseUser } from './erasure.ts';

/** Saves the actor's notifications and theme; fields that are left out stay (PUT /api/users/profile). */
export const updateProfile = defineOperation({
	allow: 'profile.update',
	input: profileInput,
	handle: ({ actor, input }): Promise<UserView> => saveFields(actor.id, input),
});

/** Saves the switches of the profile page together: notifications and countdown. */
export const setSwitches = defineOperation({
	allow: 'profile.setSwitches',
	input: switchesInput,
	handle: ({ actor, input }): Promise<UserView> => saveFields(actor.id, input),
});

/**
 * Erases the actor, which also ends all their sessions (DELETE /api/users/profile). Throws Refusal 'invalid'
 * when the confirmation word is wrong, 'conflict' when the actor is the last admin.
 */
export const deleteProfile = defineOperation({
	allow: 'profile.delete',
	input: deleteProfileInput,
	handle: ({ actor, now }): Promise<{ message: string }> =>
		inTransaction(async (transaction) => {
			if (!(await eraseUser(actor.id, transaction, now))) throw unauthenticated();
			return { message: PROFILE_TEXTS.deleted };
		}),
});

/**
 * Saves the given fields and returns the user. Fields are listed by name, so that nothing else from a body
 * reaches the row.
 */
async function saveFields(
	userId: string,
	{
		notifications,
		theme,
		showCountdown,
	}: Partial<z.output<typeof profileInput> & z.output<typeof switchesInput>>,
): Promise<UserView> {
	const user = await User.findByPk(userId);
	if (!user) throw unauthenticated();
	const changes = {
		...(notifications === undefined ? {} : { notifications }),
		...(theme === undefined ? {} : { theme }),
		...(showCountdown === undefined ? {} : { showCountdown }),
	};
	await inTransaction((transaction) => user.update(changes, { transaction }));
	return toUserView(user);
}
