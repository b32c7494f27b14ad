import { formatCount, formatNumber, formatRange, inflect } from '../format-count.ts';
import { ADMIN_ROWS, ANNOUNCE_DAYS, BULK_LIMIT, COUNTED_ROWS, TEXT_LIMITS } from '../limits.ts';
import type { Page } from './schema.ts';

/** The texts of the admin panel (spec, sections 5 and 8). */
export const ADMIN_TEXTS = {
	noChannel: 'Please choose a channel from the list',
	noRoleId: 'Please choose a role from the list',
	unknownChannel: "The bot can't find this channel on the server. Please choose another.",
	unknownRole: "This role isn't on the server. Please choose another.",
	roleDeleted: 'The role to mention was deleted on Discord, so new announcements mention no one.',
	chooseOtherRole: 'Choose another role, or “No one”, in “Announcements and reminders”.',
	notTrueOrFalse: "Please send 'true' or 'false'",
	noTableUrl: 'Please enter an address that starts with https://, such as https://clocktower.example',
	noAnnounceDays: `Please enter ${ANNOUNCE_DAYS.min} to ${ANNOUNCE_DAYS.max} days`,
	noReminders: "Please choose from 10080, 1440, 180 and 60 minutes, such as '1440,60'",
	noReminderWay: "Please choose 'direct' or 'thread'",
	settingUpdated: 'Setting updated successfully!',
	bannerTooLong: `The banner can have at most ${formatNumber(TEXT_LIMITS.banner)} characters`,
	noValue: 'Please send the value as text',
	roleUpdated: 'User role updated successfully!',
	noRoles: 'No role was changed. Please choose another role for a user, then save.',
	tooManyRoles: `At most ${formatNumber(ADMIN_ROWS.perCall)} roles can be changed at once.`,
	noRole: 'Please choose Player, Storyteller, Creator or Admin',
	userDeleted: 'User deleted successfully!',
	cannotDeleteSelf: 'Delete your own account from your profile.',
	lastAdmin: 'This is the last admin. Please appoint another admin first.',
	usersFailed: 'Failed to fetch users',
	eventsFailed: 'Failed to fetch events',
	signupsFailed: 'Failed to fetch signups',
	signupUpdated: 'Signup updated successfully!',
	noSignupsToUpdate: 'Please select signups to update',
	noSignupsToDelete: 'Please select signups to delete',
	noEventsToDelete: 'Please select events to delete',
	signupsDeleted: 'Signups deleted successfully!',
	unknownSelected: 'Some selected items no longer exist, so nothing was changed. Please select again.',
	tooManySelected: `At most ${formatNumber(BULK_LIMIT)} can be selected at once. Please select fewer.`,
	tooManyMatch: `More than ${formatNumber(BULK_LIMIT)} match. Please narrow the search, or select page by page.`,
	cannotUndo: 'This cannot be undone.',
	/** Before a link to the page of one's own changes. The specification words the sentence before it. */
	eventsCanReturn: 'For 30 days you can still bring the events back under',
	noDiscordDeletion:
		'None of the selected events is linked to Discord, so nothing needs to be deleted there.',
	alsoDiscord: 'Also delete the linked Discord events',
} as const;

/** Returns 'Successfully updated N signups to "status"!'. */
export const formatSignupsUpdated = (count: number, status: string): string =>
	`Successfully updated ${count} signups to "${status}"!`;

/** Returns 'Events deleted successfully!', with the number of deleted Discord events when there were any. */
export const formatEventsDeleted = (discordEvents: number): string =>
	`Events deleted successfully!${discordEvents > 0 ? ` ${discordEvents} Discord events were also deleted.` : ''}`;

type BulkResult = { done: number; alreadyDeleted: number | undefined };

/** Returns the notice after a bulk operation, by `done` rows and others that were deleted before. */
export function describeBulkResult(
	title: string,
	verb: string,
	{ done, alreadyDeleted = 0 }: BulkResult,
): { tone: 'success' | 'info'; title: string; text: string } {
	const number = formatNumber(alreadyDeleted);
	const hadBeenDeleted = 'had already been deleted by someone else.';
	if (alreadyDeleted === 0) return { tone: 'success', title, text: '' };
	if (done === 0) {
		const all = inflect(alreadyDeleted, 'The selected item', `All ${number} selected items`);
		return { tone: 'info', title: `Nothing was ${verb}.`, text: `${all} ${hadBeenDeleted}` };
	}
	const first = `${formatNumber(done)} ${inflect(done, 'was', 'were')} ${verb}.`;
	return {
		tone: 'success',
		title,
		text: `${first} ${number} ${inflect(alreadyDeleted, 'other', 'others')} ${hadBeenDeleted}`,
	};
}

/** Returns which rows a page has: '401–425 of 1,204 signups', or their number. `itemName` is singular. */
export function describePage(
	{ items, next, previous, first, total }: Page<unknown>,
	itemName: string,
): string {
	const hasOthers = next !== null || previous !== null;
	if (first === null || items.length === 0 || !hasOthers) return describeTotal(total, itemName);
	const last = first + items.length - 1;
	// The last page says how many rows there are. On the others `first` is off by the rows that were added or deleted since.
	const all =
		next === null
			? formatCount(last, itemName)
			: describeTotal(total === null ? null : Math.max(total, last), itemName);
	return formatRange(first, items.length, all.toLowerCase());
}

function describeTotal(total: number | null, itemName: string): string {
	if (total === null) return `Many ${itemName}s`;
	if (total > COUNTED_ROWS) return `More than ${formatCount(COUNTED_ROWS, itemName)}`;
	return formatCount(total, itemName);
}

/** Returns how many signups of how many users are selected: '12 signups selected, of 7 users'; without the users when they are not known. */
export const describeSelectedSignups = (signups: number, users: number | null): string =>
	`${formatCount(signups, 'signup')} selected${users === null ? '' : `, of ${formatCount(users, 'user')}`}`;
