import { IMAGE_INPUT, IMAGE_MAX_BYTES } from './limits.ts';

/** The texts for a rejected picture (spec, section 5, "Discord event image"), verbatim, and those for our own limits. */
export const IMAGE_TOO_LARGE = 'Image file size must be less than 10MB';
export const IMAGE_INVALID = 'Invalid image file. Please select a valid JPG, PNG, or GIF image.';
export const IMAGE_TOO_MANY_PIXELS = `This image has more than ${IMAGE_INPUT.pixels / 1_000_000} megapixels. Please choose a smaller one.`;
export const ANIMATION_TOO_LONG = `This animation has more than ${IMAGE_INPUT.frames} frames. Please choose a shorter one.`;
export const ANIMATION_TOO_LARGE = `This animation has more than ${IMAGE_INPUT.animatedPixels / 1_000_000} megapixels in all frames together. Please choose a smaller or shorter one.`;
export const IMAGE_UNREADABLE = 'Error reading image file. Please try again.';

export type ImageKind = 'jpeg' | 'png' | 'gif';

export const IMAGE_MIMES = { jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const;

/** The `accept` attribute of the file input; only a hint for the user. */
export const IMAGE_ACCEPT = Object.values(IMAGE_MIMES).join(',');

/** The number of leading bytes that identify a file's kind. */
export const IMAGE_HEAD_BYTES = 8;

const SIGNATURES: readonly (readonly [ImageKind, readonly number[]])[] = [
	['jpeg', [0xff, 0xd8, 0xff]],
	['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['gif', [...'GIF87a'].map((letter) => letter.charCodeAt(0))],
	['gif', [...'GIF89a'].map((letter) => letter.charCodeAt(0))],
];

/** Returns the kind of picture by its first bytes, or null. Only decoding proves that it is valid. */
export function detectImageKind(bytes: Uint8Array): ImageKind | null {
	const found = SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
	return found?.[0] ?? null;
}

/** Returns why a file is rejected, by its `size` in bytes and first IMAGE_HEAD_BYTES bytes; or null. */
export function checkImageFile({ size, head }: { size: number; head: Uint8Array }): string | null {
	if (size >= IMAGE_MAX_BYTES) return IMAGE_TOO_LARGE;
	return detectImageKind(head) ? null : IMAGE_INVALID;
}

/** `size` is the decoded size in bytes. */
export type ParsedDataUrl = { base64: string; size: number; error: null } | { error: string };

/** The maximum length of the part before the comma; all supported media types are shorter. */
const HEAD_LENGTH = 200;
const HEAD = /^data:[^,]*;base64$/i;
const BASE64 = /^[A-Za-z0-9+/]*$/;
/** The allowed last letters before the padding. With others, two texts would encode one picture. */
const LAST_LETTERS = ['', 'AEIMQUYcgkosw048', 'AQgw'];

/**
 * Returns the base64 part and decoded size of a picture's `data:` URL, whose media type is ignored. Returns
 * `error` for 10 MB or more, or when it is not strict base64.
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
