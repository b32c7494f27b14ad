import type { EventListItem } from '../events/schema.ts';
import { SIGNUP_STATUSES, type SignupStatus, STATUS_LABELS } from '../signups/statuses.ts';

/**
 * The replies of `/botc`. All text that users entered is escaped: it appears as typed and mentions nobody.
 */

/**
 * Returns the text of an event for `/botc next`; `address` is the URL of its page. Discord shows the time in
 * the zone of each reader.
 */
export function formatNextEventReply(event: EventListItem, address: string): string {
	const counts = SIGNUP_STATUSES.map((status) => ({ status, count: event[`${status}_count`] }))
		.filter(({ count }) => count > 0)
		.map(({ status, count }) => `${count} ${status}`);
	const ownStatus = event.user_signup_status;
	return [
		`**${escapeMarkdown(event.title)}**`,
		`${timestamp(event.date, 'F')} (${timestamp(event.date, 'R')})`,
		...(event.location ? [`Where: ${escapeMarkdown(event.location)}`] : []),
		counts.length > 0 ? `Signups: ${counts.join(', ')}` : 'No signups yet.',
		ownStatus ? `Your signup: ${STATUS_LABELS[ownStatus]}` : "You haven't signed up yet: `/botc signup`.",
		...linkTo(address),
	].join('\n');
}

/** Returns the reply to `/botc signup`. */
export function formatSignupReply(event: EventListItem, status: SignupStatus, address: string): string {
	const first = `Your signup for **${escapeMarkdown(event.title)}**: ${STATUS_LABELS[status]}.`;
	return [first, timestamp(event.date, 'F'), ...linkTo(address)].join('\n');
}

/** Returns the reply to `/botc leave`. */
export function formatLeaveReply(event: EventListItem, address: string): string {
	return [`You're no longer signed up for **${escapeMarkdown(event.title)}**.`, ...linkTo(address)].join(
		'\n',
	);
}

/** Returns the reply to a Discord user who is not a member: how to join. */
export function formatJoinReply({ community, joinUrl }: { community: string; joinUrl?: string }): string {
	const joinText = joinUrl ? `To join: <${joinUrl}>` : 'Please ask an organizer how to join.';
	return `Game nights are for the members of ${escapeMarkdown(community)}. ${joinText}`;
}

/**
 * Returns the reply to a Discord user whose account was deleted at their request: only they can create it
 * again, by signing in.
 */
export const formatErasedReply = (appUrl: string): string =>
	`Your account was deleted. To use this command again, sign in once at <${appUrl}>.`;

export const NO_NEXT_GAME = 'No games are planned yet.';

// Angle brackets keep Discord from adding a link preview.
const linkTo = (address: string) => [`<${address}>`];

const timestamp = (date: string, style: 'F' | 'R') => `<t:${Math.floor(Date.parse(date) / 1000)}:${style}>`;

/**
 * Returns `text` escaped so that Discord shows it literally: no formatting, masked link, mention or clickable
 * URL.
 */
export function escapeMarkdown(text: string): string {
	return text
		.replace(/[\\*_~`|<[\]]/g, '\\$&')
		.replace(/:\/\//g, ':\\//')
		.replace(/^(\s*)([#>+-])/gm, '$1\\$2')
		.replace(/^(\s*\d+)([.)])/gm, '$1\\$2');
}
