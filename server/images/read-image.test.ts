import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
	ANIMATION_TOO_LARGE,
	ANIMATION_TOO_LONG,
	IMAGE_INVALID,
	IMAGE_TOO_LARGE,
	IMAGE_TOO_MANY_PIXELS,
	IMAGE_UNREADABLE,
} from '~/domain/images.ts';
import { IMAGE_MAX_BYTES } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import {
	createAnimatedGif,
	createFakePng,
	createGifWithClaimedSize,
	createJpeg,
	createLargePng,
	createPixelBomb,
	createPng,
	createPolyglot,
	createSvg,
	createWebp,
	EXIF_SECRET,
	truncate,
} from '~/tests/support/pictures.ts';
import { readImage, readImageDataUrl } from './read-image.ts';

const getOutcome = (promise: Promise<unknown>) =>
	promise.then(
		() => 'accepted',
		(error) => (error instanceof Refusal ? (error.fields?.image?.[0] ?? error.kind) : String(error)),
	);

describe('accepted images', () => {
	test.each([
		['a JPEG', 'image/jpeg', createJpeg],
		['a PNG', 'image/png', createPng],
		['a GIF of one frame', 'image/gif', () => createAnimatedGif({ frames: 1 })],
	] as const)('keeps the format and size of %s', async (_, mime, createFile) => {
		const sent = await createFile();
		const { bytes, hash, ...rest } = await readImage(sent);
		expect(rest).toEqual({ mime, width: 64, height: 48 });
		expect(hash).toMatch(/^[0-9a-f]{64}$/);
		const metadata = await sharp(bytes).metadata();
		expect(metadata).toMatchObject({ format: mime.slice(6), width: 64, height: 48 });
		expect((await readImage(sent)).hash).toBe(hash);
	});

	test('keeps transparency', async () => {
		const { bytes } = await readImage(await createPng());
		const [, , , alpha] = await sharp(bytes).ensureAlpha().raw().toBuffer();
		expect(alpha).toBe(127);
	});

	test.each([
		[3_000, 1_000, 1_920, 640],
		[1_000, 3_000, 360, 1_080],
		[1_921, 1_080, 1_920, 1_079],
		[1_920, 1_080, 1_920, 1_080],
		[8_000, 1, 1_920, 1],
	])('resizes %i x %i to %i x %i', async (width, height, newWidth, newHeight) => {
		expect(await readImage(await createPng({ width, height }))).toMatchObject({
			width: newWidth,
			height: newHeight,
		});
	});

	test('rotates a photograph to be upright', async () => {
		const { bytes, width, height } = await readImage(await createJpeg({ orientation: 6 }));
		expect([width, height]).toEqual([48, 64]);
		expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
		// Red increased to the right in the original; after a quarter turn it increases downwards.
		const pixels = await sharp(bytes).raw().toBuffer();
		expect(pixels[0]).toBeLessThan(40);
		expect(pixels[63 * 48 * 3]).toBeGreaterThan(200);
	});

	test('keeps all frames, delays and the loop count of an animation', async () => {
		const delay = [40, 200, 1_000, 70];
		for (const loop of [0, 1, 3]) {
			const sent = await createAnimatedGif({ frames: 4, delay, loop, hasEqualFrames: loop === 3 });
			const { bytes, width, height } = await readImage(sent);
			expect([width, height]).toEqual([64, 48]);
			const metadata = await sharp(bytes, { animated: true }).metadata();
			expect(metadata).toMatchObject({ pages: 4, delay, loop, pageHeight: 48 });
		}
	});

	test('resizes an animation to its display size', async () => {
		const { bytes, width, height } = await readImage(
			await createAnimatedGif({ frames: 3, width: 1_920, height: 1_000 }),
		);
		expect([width, height]).toEqual([960, 500]);
		expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3);
	});

	test.each([
		['JPEG', createJpeg],
		['PNG', createPng],
		['GIF', () => createAnimatedGif({ frames: 2 })],
	] as const)('removes bytes after the end of a %s', async (_, createFile) => {
		const file = await createFile();
		const { bytes, hash } = await readImage(createPolyglot(file));
		expect(bytes.includes('<script>')).toBe(false);
		expect(hash).toBe((await readImage(file)).hash);
	});

	test('removes the EXIF data', async () => {
		const sent = await createJpeg({ exif: true });
		expect(sent.includes(EXIF_SECRET)).toBe(true);
		expect((await sharp(sent).metadata()).exif).toBeDefined();
		const { bytes } = await readImage(sent);
		expect(bytes.includes(EXIF_SECRET)).toBe(false);
		expect(bytes.includes('Exif')).toBe(false);
	});

	test('reads the same image from a data URL, whatever type it declares', async () => {
		const file = await createPng();
		const { hash, mime } = await readImageDataUrl(`data:text/html;base64,${file.toString('base64')}`);
		expect({ hash, mime }).toEqual({ hash: (await readImage(file)).hash, mime: 'image/png' });
	});
});

describe('refused images', () => {
	test.each([
		['nothing', () => Buffer.alloc(0)],
		['a page named party.png', createFakePng],
		['an SVG', createSvg],
		['a WebP', createWebp],
		['the beginning of a PNG', () => createPng().then((file) => file.subarray(0, 8))],
		['half a JPEG', () => createJpeg({ width: 600, height: 400 }).then(truncate)],
		['half a PNG', () => createPng({ width: 600, height: 400 }).then(truncate)],
		['half a GIF', () => createAnimatedGif({ frames: 1, width: 600, height: 400 }).then(truncate)],
		['a GIF without a frame', () => createGifWithClaimedSize({ width: 9, height: 9, frames: 0 })],
		['noise after the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, ...randomBytes(999)])],
		['a PNG without height', () => createPixelBomb({ width: 9, height: 0 })],
	])('%s', (_, createFile) => expectRefusal(createFile, IMAGE_INVALID));

	test.each([
		['a JPEG of 65 megapixels', () => createJpeg({ width: 13_000, height: 5_000 }), IMAGE_TOO_MANY_PIXELS],
		['81 million real pixels', createLargePng, IMAGE_TOO_MANY_PIXELS],
		['a few bytes that claim 50,000 x 50,000', () => createPixelBomb(), IMAGE_TOO_MANY_PIXELS],
		[
			'a GIF that claims 50,000 x 50,000',
			() => createGifWithClaimedSize({ width: 50_000, height: 50_000, frames: 1, hasFullFrames: true }),
			IMAGE_TOO_MANY_PIXELS,
		],
		[
			'a GIF of 501 frames',
			() => createGifWithClaimedSize({ width: 1, height: 1, frames: 501 }),
			ANIMATION_TOO_LONG,
		],
		[
			'a GIF of 200,000 frames',
			() => createGifWithClaimedSize({ width: 1, height: 1, frames: 200_000 }),
			ANIMATION_TOO_LONG,
		],
		[
			'101 million pixels in all frames',
			() => createGifWithClaimedSize({ width: 1_010, height: 1_000, frames: 100 }),
			ANIMATION_TOO_LARGE,
		],
	])('%s is called too large or too long', (_, createFile, text) => expectRefusal(createFile, text));

	async function expectRefusal(createFile: () => Buffer | Promise<Buffer>, text: string): Promise<void> {
		const started = performance.now();
		const file = await createFile();
		const made = performance.now();
		expect(await getOutcome(readImage(file))).toBe(text);
		expect(performance.now() - made, `made in ${made - started} ms`).toBeLessThan(10_000);
	}

	test('refuses 10 MB and more before decoding', async () => {
		const file = Buffer.concat([await createPng(), Buffer.alloc(IMAGE_MAX_BYTES)]);
		expect(await getOutcome(readImage(file.subarray(0, IMAGE_MAX_BYTES)))).toBe(IMAGE_TOO_LARGE);
		expect(await getOutcome(readImage(file.subarray(0, IMAGE_MAX_BYTES - 1)))).toBe('accepted');
		const url = `data:image/png;base64,${file.toString('base64')}`;
		expect(await getOutcome(readImageDataUrl(url))).toBe(IMAGE_TOO_LARGE);
	});

	test('refuses an invalid data URL and one of an HTML page', async () => {
		expect(await getOutcome(readImageDataUrl('data:image/png;base64,???'))).toBe(IMAGE_UNREADABLE);
		const page = `data:image/png;base64,${createFakePng().toString('base64')}`;
		expect(await getOutcome(readImageDataUrl(page))).toBe(IMAGE_INVALID);
	});

	test('lets at most twenty images wait', async () => {
		const file = await createPng({ width: 900, height: 900 });
		const outcomes = await Promise.all(Array.from({ length: 30 }, () => getOutcome(readImage(file))));
		expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(22);
		expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(8);
	});
});

test('does not block the event loop while an image is read', async () => {
	const file = await createPng({ width: 4_000, height: 3_000 });
	let beats = 0;
	const beat = setInterval(() => {
		beats += 1;
	}, 5);
	await readImage(file);
	clearInterval(beat);
	expect(beats).toBeGreaterThan(5);
});
