import type { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { User } from '~/database/models/index.ts';
import { deleteProfileInput, PROFILE_TEXTS, profileInput, switchesInput } from '~/domain/people/profile.ts';
import type { UserView } from '~/domain/people/schema.ts';
import { unauthenticated } from '~/domain/refusal.ts';
import { toUserView } from '../../wire/users.ts';
import { operation } from '../kernel/operation.ts';
import { eraseUser } from './erasure.ts';

/** PUT /api/users/profile: notifications and theme; what is left out stays as it is. */
export const updateProfile = operation({
	allow: 'profile.update',
	input: profileInput,
	handle: ({ actor, input }): Promise<UserView> => saveFields(actor.id, input),
});

/** The switches of the profile screen: notifications and countdown, saved together. */
export const setSwitches = operation({
	allow: 'profile.setSwitches',
	input: switchesInput,
	handle: ({ actor, input }): Promise<UserView> => saveFields(actor.id, input),
});

/**
 * DELETE /api/users/profile: erases the caller, who is signed out everywhere with that.
 * Refuses: 422 a confirmation that is not the word; 409 the last admin.
 */
export const deleteProfile = operation({
	allow: 'profile.delete',
	input: deleteProfileInput,
	handle: ({ actor, now }): Promise<{ message: string }> =>
		inTransaction(async (transaction) => {
			if (!(await eraseUser(actor.id, transaction, now))) throw unauthenticated();
			return { message: PROFILE_TEXTS.deleted };
		}),
});

/** What may be saved is named here, field by field: nothing else of a body ever reaches the row. */
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
