import { IMAGE_MAX_BYTES } from '../limits.ts';
import { IMAGE_TOO_LARGE, IMAGE_UNREADABLE } from './texts.ts';

/** `size` is the decoded size in bytes. */
export type ParsedDataUrl = { base64: string; size: number; error: null } | { error: string };

/** The maximum length of the part before the comma; all supported media types are shorter. */
const HEAD_LENGTH = 200;
const HEAD = /^data:[^,]*;base64$/i;
const BASE64 = /^[A-Za-z0-9+/]*$/;
/**
 * The allowed last letters before the padding. Their unused bits must be zero, otherwise two texts would
 * encode the same picture.
 */
const LAST_LETTERS = ['', 'AEIMQUYcgkosw048', 'AQgw'];

/**
 * Returns the base64 part of a picture's `data:…;base64,…` URL and its decoded size, without decoding it. The
 * declared media type is ignored. Returns `error` with the spec's text when the picture has 10 MB or more
 * or is not strict base64.
 */
export function parseDataUrl(text: string): ParsedDataUrl {
	const comma = text.slice(0, HEAD_LENGTH).indexOf(',');
	if (comma === -1 || !HEAD.test(text.slice(0, comma))) return { error: IMAGE_UNREADABLE };
	const base64 = text.slice(comma + 1);
	const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
	const size = Math.floor((base64.length / 4) * 3) - padding;
	if (size >= IMAGE_MAX_BYTES) return { error: IMAGE_TOO_LARGE };
	const letters = base64.slice(0, base64.length - padding);
	if (base64.length % 4 !== 0 || !BASE64.test(letters)) return { error: IMAGE_UNREADABLE };
	if (padding > 0 && !LAST_LETTERS[padding]?.includes(letters.slice(-1))) return { error: IMAGE_UNREADABLE };
	return { base64, size, error: null };
}
