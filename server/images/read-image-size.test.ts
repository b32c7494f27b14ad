import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test, vi } from 'vitest';
import { IMAGE_TOO_LARGE } from '~/domain/images.ts';
import { createNoise } from '~/tests/support/pictures.ts';
import { readImage } from './read-image.ts';

/** Small enough that a tiny picture can already be too large. */
const MAX_BYTES = 100_000;
vi.mock('~/domain/limits.ts', async (load) => ({
	...(await load<typeof import('~/domain/limits.ts')>()),
	IMAGE_MAX_BYTES: 100_000,
}));
afterAll(() => vi.doUnmock('~/domain/limits.ts'));

const sizeOf = async (picture: Sharp) => (await picture.toBuffer()).byteLength;

test('uses a lower quality when the encoded image is too large', async () => {
	const sent = await createNoise(450).jpeg({ quality: 30 }).toBuffer();
	expect(sent.byteLength).toBeLessThan(MAX_BYTES);
	expect(await sizeOf(sharp(sent).jpeg({ quality: 85 }))).toBeGreaterThan(MAX_BYTES);
	const { bytes, width } = await readImage(sent);
	expect(bytes.byteLength).toBeLessThan(MAX_BYTES);
	expect(width).toBe(450);
});

test('resizes an animation that is too large and keeps all frames', async () => {
	const noise = await createNoise(560).toColourspace('b-w').raw().toBuffer();
	const raw = { width: 560, height: 1_120, channels: 1, pageHeight: 560 } as const;
	const sent = await sharp(Buffer.concat([noise, Buffer.alloc(560 * 560)]), { raw })
		.gif({ colours: 2, dither: 0, effort: 1 })
		.toBuffer();
	expect(sent.byteLength).toBeLessThan(MAX_BYTES);
	const { bytes, width } = await readImage(sent);
	expect(bytes.byteLength).toBeLessThan(MAX_BYTES);
	expect(width).toBeLessThan(540);
	expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({ pages: 2, pageHeight: width });
});

test('refuses an image that is too large in every encoding', async () => {
	const sent = await createNoise(700).jpeg({ quality: 8 }).toBuffer();
	expect(sent.byteLength).toBeLessThan(MAX_BYTES);
	await expect(readImage(sent)).rejects.toMatchObject({ kind: 'invalid', message: IMAGE_TOO_LARGE });
});
