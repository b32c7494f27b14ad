import { escapeHtml } from './authorize-page.ts';
import { toRoleObjects } from './objects.ts';
import type { StandInState, StandInUser } from './state.ts';

/** Returns the name of a user as the server shows it. */
export const getName = (user: StandInUser) => user.member?.nick ?? user.globalName ?? user.username;

/** An escaped character, a timestamp, a mention, a link, formatted text or code. */
const MARKDOWN =
	/\\([^a-zA-Z\d\s])|<t:(\d+)(?::([tTdDfFR]))?>|<@&(\d+)>|<@!?(\d+)>|\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/[^\s)>]+)>?\)|<(https?:\/\/[^\s>]+)>|(https?:\/\/[^\s<]+)|\*\*((?:\\.|[^*\\])+)\*\*|[*_]((?:\\.|[^*_\\])+)[*_]|~~((?:\\.|[^~\\])+)~~|`([^`]+)`/g;

/** Renders text as Discord's client does, as far as our messages need it. */
export function renderText(state: StandInState, text: string): string {
	let html = '';
	let end = 0;
	for (const match of text.matchAll(MARKDOWN)) {
		html += escapeHtml(text.slice(end, match.index)) + renderMatch(state, match);
		end = match.index + match[0].length;
	}
	return html + escapeHtml(text.slice(end));
}

function renderMatch(state: StandInState, match: RegExpMatchArray): string {
	const [
		,
		literal,
		seconds,
		style,
		roleId,
		userId,
		linkText,
		linkUrl,
		quietUrl,
		url,
		bold,
		italic,
		struck,
		code,
	] = match;
	const render = (text: string) => renderText(state, text);
	if (literal) return escapeHtml(literal);
	if (seconds) return formatTime(new Date(Number(seconds) * 1000), style ?? 'f');
	if (roleId) {
		const role = toRoleObjects(state).find(({ id }) => id === roleId);
		return `<span class="mention">@${escapeHtml(role?.name ?? 'unknown-role')}</span>`;
	}
	if (userId) {
		const user = state.users.get(userId);
		return `<span class="mention">@${escapeHtml(user ? getName(user) : 'unknown-user')}</span>`;
	}
	const address = linkUrl ?? quietUrl ?? url;
	if (address)
		return `<a href="${escapeHtml(address)}">${linkText ? render(linkText) : escapeHtml(address)}</a>`;
	if (bold) return `<b>${render(bold)}</b>`;
	if (italic) return `<i>${render(italic)}</i>`;
	return struck ? `<s>${render(struck)}</s>` : `<code>${escapeHtml(code ?? '')}</code>`;
}

const TIME_FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
	t: { timeStyle: 'short' },
	T: { timeStyle: 'medium' },
	d: { dateStyle: 'short' },
	D: { dateStyle: 'long' },
	f: { dateStyle: 'long', timeStyle: 'short' },
	F: { dateStyle: 'full', timeStyle: 'short' },
};
const UNITS = [
	['year', 31_536_000],
	['month', 2_592_000],
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
	['second', 1],
] as const;

/** Formats a timestamp in the time zone of this machine, which is that of the demo's reader. */
export function formatTime(date: Date, style: string): string {
	const seconds = Math.round((date.getTime() - Date.now()) / 1000);
	const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
	const text =
		style === 'R'
			? new Intl.RelativeTimeFormat('en-US').format(Math.trunc(seconds / size), unit)
			: new Intl.DateTimeFormat('en-US', TIME_FORMATS[style]).format(date);
	return `<time datetime="${date.toISOString()}">${text}</time>`;
}
