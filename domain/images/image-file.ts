import { IMAGE_MAX_BYTES } from '../limits.ts';
import { IMAGE_INVALID, IMAGE_TOO_LARGE } from './texts.ts';

export type ImageKind = 'jpeg' | 'png' | 'gif';

/** The three kinds of picture and the media type under which each is sent. */
export const IMAGE_MIMES = { jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif' } as const;

/** What a file field offers; only a hint for whoever chooses a file. */
export const IMAGE_ACCEPT = Object.values(IMAGE_MIMES).join(',');

/** As many of a file's first bytes as tell its kind. */
export const IMAGE_HEAD_BYTES = 8;

const SIGNATURES: readonly (readonly [ImageKind, readonly number[]])[] = [
	['jpeg', [0xff, 0xd8, 0xff]],
	['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
	['gif', [...'GIF87a'].map((letter) => letter.charCodeAt(0))],
	['gif', [...'GIF89a'].map((letter) => letter.charCodeAt(0))],
];

/**
 * The kind that a file's first bytes say it is, or null when it is none of the three. Names and declared types say
 * nothing. Only decoding proves the rest (server/images).
 */
export function sniffImage(bytes: Uint8Array): ImageKind | null {
	const found = SIGNATURES.find(([, signature]) => signature.every((byte, at) => bytes[at] === byte));
	return found?.[0] ?? null;
}

/**
 * Why a file is not taken, as one of the spec's texts, or null when nothing speaks against it so far. `size` is the
 * whole file's in bytes, `head` its first IMAGE_HEAD_BYTES bytes or more. The same in the browser (for the preview) and
 * on the server.
 */
export function checkImageFile({ size, head }: { size: number; head: Uint8Array }): string | null {
	if (size >= IMAGE_MAX_BYTES) return IMAGE_TOO_LARGE;
	return sniffImage(head) ? null : IMAGE_INVALID;
}
