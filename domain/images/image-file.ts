import { IMAGE_MAX_BYTES } from '../limits.ts';
import { IMAGE_INVALID, IMAGE_TOO_LARGE } from './texts.ts';

export type ImageKind = 'jpeg' | 'png' | 'gif';

/** The three supported kinds of picture and their media types. */
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

/**
 * Returns the kind of picture that a file's first bytes identify, or null for any other kind. File names and
 * declared types are ignored. Only decoding proves that the picture is valid (server/images).
 */
export function detectImageKind(bytes: Uint8Array): ImageKind | null {
	const found = SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
	return found?.[0] ?? null;
}

/**
 * Returns the reason why a file is rejected, as one of the spec's texts, or null. `size` is the size of the
 * file in bytes, `head` its first IMAGE_HEAD_BYTES bytes or more. The browser (for the preview) and the
 * server use the same check.
 */
export function checkImageFile({ size, head }: { size: number; head: Uint8Array }): string | null {
	if (size >= IMAGE_MAX_BYTES) return IMAGE_TOO_LARGE;
	return detectImageKind(head) ? null : IMAGE_INVALID;
}
