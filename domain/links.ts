/** A part of a text; `href` is the address that it links to, or null. */
export type TextPart = { text: string; href: string | null };

const ADDRESS = /https?:\/\/[^\s<>"“”]+/gi;
/** Characters at the end of an address that belong to the sentence. */
const SENTENCE_END = /[.,;:!?'…]$/;
const OPENING: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

/**
 * Splits a user's text into plain parts and http(s) addresses. Punctuation after an address, and a bracket
 * that was opened before it, belong to the text. An address with a user name is not linked: its beginning may
 * show another site.
 */
export function splitLinks(text: string): TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const match of text.matchAll(ADDRESS)) {
		const address = trimAddress(match[0]);
		const href = toHref(address);
		if (href === null) continue;
		if (match.index > end) parts.push({ text: text.slice(end, match.index), href: null });
		parts.push({ text: address, href });
		end = match.index + address.length;
	}
	if (end < text.length) parts.push({ text: text.slice(end), href: null });
	return parts;
}

function trimAddress(address: string): string {
	const counts = new Map<string, number>();
	const count = (character: string) => counts.get(character) ?? 0;
	for (const character of address) counts.set(character, count(character) + 1);
	let end = address.length;
	for (; end > 0; end -= 1) {
		const last = address.charAt(end - 1);
		const opening = OPENING[last];
		const isOpenedBefore = opening !== undefined && count(last) > count(opening);
		if (!isOpenedBefore && !SENTENCE_END.test(last)) break;
		counts.set(last, count(last) - 1);
	}
	return address.slice(0, end);
}

function toHref(address: string): string | null {
	try {
		const { href, hostname, username, password } = new URL(address);
		return hostname && !username && !password ? href : null;
	} catch {
		return null;
	}
}

const CHANNEL = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/\d+\/\d+\/?$/;

/** Returns whether an address opens a channel of a Discord server. */
export const isDiscordChannel = (href: string): boolean => CHANNEL.test(href);
