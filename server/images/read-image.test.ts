import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { IMAGE_INVALID, IMAGE_TOO_LARGE, IMAGE_UNREADABLE } from '~/domain/images/texts.ts';
import { IMAGE_MAX_BYTES } from '~/domain/limits.ts';
import { Refusal } from '~/domain/refusal.ts';
import {
	EXIF_SECRET,
	makeAnimatedGif,
	makeFakePng,
	makeGifClaiming,
	makeJpeg,
	makeLargePng,
	makePixelBomb,
	makePng,
	makePolyglot,
	makeSvg,
	makeWebp,
	truncate,
} from '~/tests/support/pictures.ts';
import { readImage, readImageDataUrl } from './read-image.ts';

const refusalOf = (promise: Promise<unknown>) =>
	promise.then(
		() => 'taken',
		(error) => (error instanceof Refusal ? (error.fields?.image?.[0] ?? error.kind) : String(error)),
	);

describe('what is taken', () => {
	test.each([
		['a JPEG', 'image/jpeg', makeJpeg],
		['a PNG', 'image/png', makePng],
		['a GIF of one frame', 'image/gif', () => makeAnimatedGif({ frames: 1 })],
	] as const)('%s stays one, of its size', async (_, mime, make) => {
		const sent = await make();
		const { bytes, hash, ...rest } = await readImage(sent);
		expect(rest).toEqual({ mime, width: 64, height: 48 });
		expect(hash).toMatch(/^[0-9a-f]{64}$/);
		const metadata = await sharp(bytes).metadata();
		expect(metadata).toMatchObject({ format: mime.slice(6), width: 64, height: 48 });
		expect((await readImage(sent)).hash).toBe(hash);
	});

	test('transparency stays', async () => {
		const { bytes } = await readImage(await makePng());
		const [, , , alpha] = await sharp(bytes).ensureAlpha().raw().toBuffer();
		expect(alpha).toBe(127);
	});

	test.each([
		[3_000, 1_000, 1_920, 640],
		[1_000, 3_000, 360, 1_080],
		[1_921, 1_080, 1_920, 1_079],
		[1_920, 1_080, 1_920, 1_080],
		[8_000, 1, 1_920, 1],
	])('%i x %i becomes %i x %i', async (width, height, newWidth, newHeight) => {
		expect(await readImage(await makePng({ width, height }))).toMatchObject({
			width: newWidth,
			height: newHeight,
		});
	});

	test('a photograph that lies on its side is set upright', async () => {
		const { bytes, width, height } = await readImage(await makeJpeg({ orientation: 6 }));
		expect([width, height]).toEqual([48, 64]);
		expect((await sharp(bytes).metadata()).orientation).toBeUndefined();
		// Red increased to the right in the original; after a quarter turn it increases downwards.
		const pixels = await sharp(bytes).raw().toBuffer();
		expect(pixels[0]).toBeLessThan(40);
		expect(pixels[63 * 48 * 3]).toBeGreaterThan(200);
	});

	test('an animation keeps its frames, even equal ones, their times and how often it runs', async () => {
		const delay = [40, 200, 1_000, 70];
		for (const loop of [0, 1, 3]) {
			const sent = await makeAnimatedGif({ frames: 4, delay, loop, same: loop === 3 });
			const { bytes, width, height } = await readImage(sent);
			expect([width, height]).toEqual([64, 48]);
			const metadata = await sharp(bytes, { animated: true }).metadata();
			expect(metadata).toMatchObject({ pages: 4, delay, loop, pageHeight: 48 });
		}
	});

	test('an animation is made as small as it is shown', async () => {
		const { bytes, width, height } = await readImage(
			await makeAnimatedGif({ frames: 3, width: 1_920, height: 1_000 }),
		);
		expect([width, height]).toEqual([960, 500]);
		expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(3);
	});

	test.each([
		['JPEG', makeJpeg],
		['PNG', makePng],
		['GIF', () => makeAnimatedGif({ frames: 2 })],
	] as const)('what hangs behind a %s is cut off', async (_, make) => {
		const file = await make();
		const { bytes, hash } = await readImage(makePolyglot(file));
		expect(bytes.includes('<script>')).toBe(false);
		expect(hash).toBe((await readImage(file)).hash);
	});

	test('where and by whom it was taken is gone', async () => {
		const sent = await makeJpeg({ exif: true });
		expect(sent.includes(EXIF_SECRET)).toBe(true);
		expect((await sharp(sent).metadata()).exif).toBeDefined();
		const { bytes } = await readImage(sent);
		expect(bytes.includes(EXIF_SECRET)).toBe(false);
		expect(bytes.includes('Exif')).toBe(false);
	});

	test('a data URL is the same picture, whatever type it declares', async () => {
		const file = await makePng();
		const { hash, mime } = await readImageDataUrl(`data:text/html;base64,${file.toString('base64')}`);
		expect({ hash, mime }).toEqual({ hash: (await readImage(file)).hash, mime: 'image/png' });
	});
});

describe('what is refused', () => {
	test.each([
		['nothing', () => Buffer.alloc(0)],
		['a page named party.png', makeFakePng],
		['an SVG', makeSvg],
		['a WebP', makeWebp],
		['the beginning of a PNG', () => makePng().then((file) => file.subarray(0, 8))],
		['half a JPEG', () => makeJpeg({ width: 600, height: 400 }).then(truncate)],
		['half a PNG', () => makePng({ width: 600, height: 400 }).then(truncate)],
		['half a GIF', () => makeAnimatedGif({ frames: 1, width: 600, height: 400 }).then(truncate)],
		['a GIF without a frame', () => makeGifClaiming({ width: 9, height: 9, frames: 0 })],
		['noise behind the first bytes of a JPEG', () => Buffer.from([0xff, 0xd8, 0xff, ...randomBytes(999)])],
		['a few bytes that claim 50,000 x 50,000', () => makePixelBomb()],
		['a PNG of no height', () => makePixelBomb({ width: 9, height: 0 })],
		['81 million real pixels', makeLargePng],
		[
			'a GIF that claims 50,000 x 50,000',
			() => makeGifClaiming({ width: 50_000, height: 50_000, frames: 1, whole: true }),
		],
		['a GIF of 501 frames', () => makeGifClaiming({ width: 1, height: 1, frames: 501 })],
		['a GIF of 200,000 frames', () => makeGifClaiming({ width: 1, height: 1, frames: 200_000 })],
		['101 million pixels in all frames', () => makeGifClaiming({ width: 1_010, height: 1_000, frames: 100 })],
	])('%s', async (_, make) => {
		const started = performance.now();
		const file = await make();
		const made = performance.now();
		expect(await refusalOf(readImage(file))).toBe(IMAGE_INVALID);
		expect(performance.now() - made, `made in ${made - started} ms`).toBeLessThan(10_000);
	});

	test('10 MB and more, before anything is decoded', async () => {
		const file = Buffer.concat([await makePng(), Buffer.alloc(IMAGE_MAX_BYTES)]);
		expect(await refusalOf(readImage(file.subarray(0, IMAGE_MAX_BYTES)))).toBe(IMAGE_TOO_LARGE);
		expect(await refusalOf(readImage(file.subarray(0, IMAGE_MAX_BYTES - 1)))).toBe('taken');
		const url = `data:image/png;base64,${file.toString('base64')}`;
		expect(await refusalOf(readImageDataUrl(url))).toBe(IMAGE_TOO_LARGE);
	});

	test('a data URL that is none, and one of a page', async () => {
		expect(await refusalOf(readImageDataUrl('data:image/png;base64,???'))).toBe(IMAGE_UNREADABLE);
		const page = `data:image/png;base64,${makeFakePng().toString('base64')}`;
		expect(await refusalOf(readImageDataUrl(page))).toBe(IMAGE_INVALID);
	});

	test('no more than twenty wait', async () => {
		const file = await makePng({ width: 900, height: 900 });
		const outcomes = await Promise.all(Array.from({ length: 30 }, () => refusalOf(readImage(file))));
		expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(22);
		expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(8);
	});
});

test('the server goes on answering while a picture is read', async () => {
	const file = await makePng({ width: 4_000, height: 3_000 });
	let beats = 0;
	const beat = setInterval(() => {
		beats += 1;
	}, 5);
	await readImage(file);
	clearInterval(beat);
	expect(beats).toBeGreaterThan(5);
});
