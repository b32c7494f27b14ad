import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { Setting, type User } from '~/database/models/index.ts';
import { unauthenticated } from '~/domain/refusal.ts';
import {
	deleteProfileInput,
	PROFILE_TEXTS,
	type ProfileView,
	profileInput,
	switchesInput,
} from '~/domain/users/profile.ts';
import { parseReminderMinutes } from '~/domain/users/reminders.ts';
import type { UserView } from '~/domain/users/schema.ts';
import { toProfileView, toUserView } from '../../wire/users.ts';
import { defineOperation } from '../kernel/operation.ts';
import { eraseUser } from './erase-user.ts';
import { getOwnUser } from './update-username.ts';

/** Returns the actor with their choices about direct messages (GET /api/users/profile). */
export const readProfile = defineOperation({
	allow: 'profile.read',
	input: z.object({}),
	handle: async ({ actor }): Promise<ProfileView> => viewProfile(await getOwnUser(actor.id)),
});

/**
 * Saves the actor's notifications, theme, reminder times, quiet hours, the switch of the calendar, and what they say of
 * themselves for the groups; fields that are left out stay (PUT /api/users/profile).
 */
export const updateProfile = defineOperation({
	allow: 'profile.update',
	input: profileInput,
	handle: async ({ actor, input }): Promise<ProfileView> => viewProfile(await saveFields(actor.id, input)),
});

/** Saves the switches of the profile page together: notifications and countdown. */
export const setSwitches = defineOperation({
	allow: 'profile.setSwitches',
	input: switchesInput,
	handle: async ({ actor, input }): Promise<UserView> => toUserView(await saveFields(actor.id, input)),
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

async function viewProfile(user: User): Promise<ProfileView> {
	const setting = await Setting.findByPk('reminder_minutes');
	return toProfileView(user, parseReminderMinutes(setting?.value ?? null));
}

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
		reminder_minutes,
		quiet_hours,
		calendar_all_events,
		experience,
		likes_teaching,
	}: Partial<z.output<typeof profileInput> & z.output<typeof switchesInput>>,
): Promise<User> {
	const user = await getOwnUser(userId);
	const changes = {
		...(notifications === undefined ? {} : { notifications }),
		...(theme === undefined ? {} : { theme }),
		...(showCountdown === undefined ? {} : { showCountdown }),
		...(reminder_minutes === undefined ? {} : { reminderMinutes: reminder_minutes }),
		...(quiet_hours === undefined ? {} : { quietHours: quiet_hours }),
		...(calendar_all_events === undefined ? {} : { calendarAllEvents: calendar_all_events }),
		...(experience === undefined ? {} : { experience }),
		...(likes_teaching === undefined ? {} : { likesTeaching: likes_teaching }),
	};
	return inTransaction((transaction) => user.update(changes, { transaction }));
}
