import type { EventListItem } from '../events/schema.ts';
import { SIGNUP_STATUSES, type SignupStatus, STATUS_LABELS } from '../signups/statuses.ts';

/** What `/botc` says. Everything that people typed is escaped: it shows as typed and mentions nobody. */

/** The night as `/botc next` shows it; `address` is its page. Discord shows the time in each reader's own zone. */
export function describeNight(event: EventListItem, address: string): string {
	const counts = SIGNUP_STATUSES.map((status) => ({ status, count: event[`${status}_count`] }))
		.filter(({ count }) => count > 0)
		.map(({ status, count }) => `${count} ${status}`);
	const mine = event.user_signup_status;
	return [
		`**${escapeMarkdown(event.title)}**`,
		`${timestamp(event.date, 'F')} (${timestamp(event.date, 'R')})`,
		...(event.location ? [`Where: ${escapeMarkdown(event.location)}`] : []),
		counts.length > 0 ? `Answers: ${counts.join(', ')}` : 'Nobody has answered yet.',
		mine ? `Your answer: ${STATUS_LABELS[mine]}` : 'You have not answered yet: `/botc signup`.',
		...linkTo(address),
	].join('\n');
}

/** After `/botc signup`. */
export function describeAnswer(event: EventListItem, status: SignupStatus, address: string): string {
	const first = `Your answer for **${escapeMarkdown(event.title)}**: ${STATUS_LABELS[status]}.`;
	return [first, timestamp(event.date, 'F'), ...linkTo(address)].join('\n');
}

/** After `/botc leave`. */
export function describeLeaving(event: EventListItem, address: string): string {
	return [`Your answer for **${escapeMarkdown(event.title)}** is taken back.`, ...linkTo(address)].join('\n');
}

/** To somebody who may not come in: how to join. */
export function describeJoining({ community, joinUrl }: { community: string; joinUrl?: string }): string {
	const how = joinUrl ? `This is how to join: <${joinUrl}>` : 'Please ask the people who run it how to join.';
	return `Game nights are for the members of ${escapeMarkdown(community)}. ${how}`;
}

/** To somebody whose account was deleted at their wish: only they themselves make it anew. */
export const describeErased = (appUrl: string): string =>
	`Your account was deleted. Please sign in once at <${appUrl}>, then this command works for you again.`;

export const NO_NEXT_GAME = 'No game is planned yet.';

// The angle brackets keep Discord from adding a preview.
const linkTo = (address: string) => [`<${address}>`];

const timestamp = (date: string, style: 'F' | 'R') => `<t:${Math.floor(Date.parse(date) / 1000)}:${style}>`;

/** A text that Discord shows as it stands: no formatting, no link with another name, no mention, no address to click. */
export function escapeMarkdown(text: string): string {
	return text
		.replace(/[\\*_~`|<[\]]/g, '\\$&')
		.replace(/:\/\//g, ':\\//')
		.replace(/^(\s*)([#>+-])/gm, '$1\\$2')
		.replace(/^(\s*\d+)([.)])/gm, '$1\\$2');
}
