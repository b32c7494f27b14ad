import { createHash } from 'node:crypto';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import {
	ANIMATION_TOO_LARGE,
	ANIMATION_TOO_LONG,
	checkImageFile,
	detectImageKind,
	IMAGE_INVALID,
	IMAGE_MIMES,
	IMAGE_TOO_LARGE,
	IMAGE_TOO_MANY_PIXELS,
	IMAGE_UNREADABLE,
	type ImageKind,
	parseDataUrl,
} from '~/domain/images.ts';
import { IMAGE_INPUT, IMAGE_MAX_BYTES } from '~/domain/limits.ts';
import { invalid, Refusal } from '~/domain/refusal.ts';
import { createConcurrencyLimit } from '../concurrency-limit.ts';

/** The maximum size of stored pictures, in pixels: larger ones are scaled down, smaller ones stay. */
const IMAGE_STORED = {
	still: { width: 1_920, height: 1_080 },
	animated: { width: 960, height: 540 },
} as const;
/**
 * Decoding uses much processor time and memory, so only this many pictures are decoded at once in one
 * process, and only this many may wait.
 */
const IMAGE_QUEUE = { atOnce: 2, waiting: 20, retryAfterSeconds: 10 } as const;

/**
 * A picture in the form in which it is stored: encoded by us, with `hash` the SHA-256 of its bytes in hex and
 * `height` that of one frame.
 */
export type PreparedImage = {
	bytes: Buffer;
	hash: string;
	mime: (typeof IMAGE_MIMES)[ImageKind];
	width: number;
	height: number;
};

let decoder: Promise<(bytes: Uint8Array, options?: SharpOptions) => Sharp> | undefined;

/** Returns sharp, which is loaded for the first picture, because most processes never get one. */
export function loadSharp() {
	decoder ??= import('sharp').then(({ default: sharp }) => {
		// The same picture is rarely decoded twice, so a cache would only use memory.
		sharp.cache(false);
		return sharp;
	});
	return decoder;
}

const runLimited = createConcurrencyLimit({
	...IMAGE_QUEUE,
	refusal: 'Many images are being uploaded right now. Please try again in a moment.',
});

/**
 * Returns an uploaded picture, decoded and encoded again. Its format is detected from the bytes, it is upright and
 * no larger than it is shown, and an animation keeps all frames. Nothing else of the file remains (EXIF, location,
 * comments, bytes after the end). Throws Refusal 'invalid' (422 at `image`, with the texts of the spec, or one that
 * names our own limit) when the picture is 10 MB or more, no JPG, PNG or GIF, broken, larger than IMAGE_INPUT allows
 * or too slow to decode; Refusal 'unavailable' (503) while too many others wait.
 */
export async function readImage(bytes: Uint8Array): Promise<PreparedImage> {
	const problem = checkImageFile({ size: bytes.byteLength, head: bytes });
	const kind = detectImageKind(bytes);
	if (problem || !kind) throw createImageRefusal(problem ?? IMAGE_INVALID);
	return runLimited(() => reencode(bytes, kind));
}

/**
 * Returns the picture of a `data:…;base64,…` text of /api; ignores the type that the text declares. Throws Refusal
 * 'invalid' (422 at `image`) for another text and for what `readImage` refuses, 'unavailable' (503) while too many wait.
 */
export async function readImageDataUrl(text: string): Promise<PreparedImage> {
	const read = parseDataUrl(text);
	if (read.error !== null) throw createImageRefusal(read.error);
	return readImage(Buffer.from(read.base64, 'base64'));
}

const createImageRefusal = (text: string, cause?: unknown) =>
	cause === undefined
		? invalid({ image: [text] })
		: new Refusal('invalid', text, { fields: { image: [text] }, cause });

async function reencode(bytes: Uint8Array, kind: ImageKind): Promise<PreparedImage> {
	const until = performance.now() + IMAGE_INPUT.seconds * 1_000;
	const sharp = await loadSharp();
	try {
		const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
		const problem = metadata.format === kind ? findSizeProblem(metadata) : IMAGE_INVALID;
		if (problem) throw createImageRefusal(problem);
		const animated = isAnimated(metadata);
		for (const encodeWith of listEncodings(kind, animated)) {
			const seconds = Math.ceil((until - performance.now()) / 1_000);
			if (seconds <= 0) throw createImageRefusal(IMAGE_UNREADABLE);
			const { data, info } = await encodeWith(sharp(bytes, getDecodeOptions(animated)))
				.timeout({ seconds })
				.toBuffer({ resolveWithObject: true });
			if (data.byteLength >= IMAGE_MAX_BYTES) continue;
			return {
				bytes: data,
				hash: createHash('sha256').update(data).digest('hex'),
				mime: IMAGE_MIMES[kind],
				width: info.width,
				height: info.pageHeight ?? info.height,
			};
		}
	} catch (error) {
		if (error instanceof Refusal) throw error;
		// The decoder throws plain errors; only the message shows that its time limit was reached.
		const isTimeout = error instanceof Error && error.message.startsWith('timeout:');
		throw createImageRefusal(isTimeout ? IMAGE_UNREADABLE : IMAGE_INVALID, error);
	}
	throw createImageRefusal(IMAGE_TOO_LARGE);
}

const isAnimated = ({ pages = 1 }: Metadata): boolean => pages > 1;

/** Returns why a picture is larger or longer than may be decoded, as a text for users, or null. */
function findSizeProblem({ width, height, pages = 1 }: Metadata): string | null {
	if (pages > IMAGE_INPUT.frames) return ANIMATION_TOO_LONG;
	const pixels = width * height;
	if (pages > 1) return pixels * pages > IMAGE_INPUT.animatedPixels ? ANIMATION_TOO_LARGE : null;
	return pixels > IMAGE_INPUT.pixels ? IMAGE_TOO_MANY_PIXELS : null;
}

/**
 * Returns the options for decoding a picture. The pixel limit counts all frames together and is checked before
 * any frame is decoded.
 */
function getDecodeOptions(animated: boolean): SharpOptions {
	const limitInputPixels = animated ? IMAGE_INPUT.animatedPixels : IMAGE_INPUT.pixels;
	// Pictures that every browser shows often cause warnings; an incomplete picture is an error.
	return { animated, limitInputPixels, failOn: 'error' };
}

/** Returns the ways to encode a picture, best first; the next one is used when the result is too large to store. */
function listEncodings(kind: ImageKind, animated: boolean): ((picture: Sharp) => Sharp)[] {
	const { still, animated: moving } = IMAGE_STORED;
	if (kind === 'jpeg') return [85, 60].map((quality) => (picture) => fit(picture, still).jpeg({ quality }));
	if (kind === 'png') {
		return [1, 2].map((divisor) => (picture) => fit(picture, still, divisor).png({ compressionLevel: 9 }));
	}
	const size = animated ? moving : still;
	return [1, 1.5, 2].map(
		(divisor) => (picture) =>
			fit(picture, size, divisor).gif({
				effort: 4,
				colours: divisor === 1 ? 256 : 64,
				keepDuplicateFrames: true,
			}),
	);
}

function fit(picture: Sharp, size: { width: number; height: number }, divisor = 1): Sharp {
	return picture.autoOrient().resize({
		width: Math.round(size.width / divisor),
		height: Math.round(size.height / divisor),
		fit: 'inside',
		withoutEnlargement: true,
	});
}
