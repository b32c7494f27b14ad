import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { Setting, User } from '~/database/models/index.ts';
import { unauthenticated } from '~/domain/refusal.ts';
import { type ProfileView, profileInput, switchesInput } from '~/domain/users/profile.ts';
import { parseReminderMinutes, parseReminderWay } from '~/domain/users/reminders.ts';
import { themeSchema, type UserView, updateUsernameInput } from '~/domain/users/schema.ts';
import { toProfileView, toUserView } from '../../wire/users.ts';
import { defineOperation } from '../kernel/operation.ts';

/** Returns the actor with their choices about messages on Discord (GET /api/users/profile). */
export const readProfile = defineOperation({
	allow: 'profile.read',
	handle: async ({ actor }): Promise<ProfileView> => viewProfile(await getOwnUser(actor.id)),
});

/**
 * Saves the actor's notifications, theme, reminders, quiet hours, the switches of the calendar and of roles, and what they
 * say of themselves for the groups; fields that are left out stay (PUT /api/users/profile).
 */
export const updateProfile = defineOperation({
	allow: 'profile.update',
	input: profileInput,
	handle: async ({ actor, input }): Promise<ProfileView> => viewProfile(await saveFields(actor.id, input)),
});

/** Saves the switches of the profile page together: notifications, countdown and roles. */
export const setSwitches = defineOperation({
	allow: 'profile.setSwitches',
	input: switchesInput,
	handle: async ({ actor, input }): Promise<UserView> => toUserView(await saveFields(actor.id, input)),
});

async function viewProfile(user: User): Promise<ProfileView> {
	const minutes = await Setting.findByPk('reminder_minutes');
	const way = await Setting.findByPk('reminder_way');
	return toProfileView(user, {
		reminderMinutes: parseReminderMinutes(minutes?.value ?? null),
		reminderWay: parseReminderWay(way?.value ?? null),
	});
}

type SavedFields = Partial<z.output<typeof profileInput> & z.output<typeof switchesInput>>;

/** The columns of the fields that can be saved, so that nothing else from a body reaches the row. */
const COLUMNS = {
	notifications: 'notifications',
	theme: 'theme',
	showCountdown: 'showCountdown',
	reminder_minutes: 'reminderMinutes',
	reminder_way: 'reminderWay',
	quiet_hours: 'quietHours',
	calendar_all_events: 'calendarAllEvents',
	experience: 'experience',
	likes_teaching: 'likesTeaching',
	event_roles: 'eventRoles',
} as const satisfies Record<keyof SavedFields, keyof User>;

/** Saves the given fields and returns the user. */
async function saveFields(userId: string, input: SavedFields): Promise<User> {
	const user = await getOwnUser(userId);
	const given = Object.entries(COLUMNS).filter(
		([field]) => input[field as keyof typeof COLUMNS] !== undefined,
	);
	const changes = given.map(([field, column]) => [column, input[field as keyof typeof COLUMNS]] as const);
	return inTransaction((transaction) => user.update(Object.fromEntries(changes), { transaction }));
}

/** Returns the signed-in user (GET /api/auth/me). */
export const readMe = defineOperation({
	allow: 'auth.me',
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
async function getOwnUser(id: string): Promise<User> {
	const user = await User.findByPk(id);
	// The session was valid a moment ago, so the account was deleted in between.
	if (!user) throw unauthenticated();
	return user;
}
