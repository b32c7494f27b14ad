import { afterAll, expect, test, vi } from 'vitest';
import { IMAGE_UNREADABLE } from '~/domain/images.ts';
import { createGifWithClaimedSize } from '~/tests/support/pictures.ts';
import { readImage } from './read-image.ts';

/** Allows a picture that takes much longer than the one second to decode. */
vi.mock('~/domain/limits.ts', async (load) => {
	const limits = await load<typeof import('~/domain/limits.ts')>();
	return {
		...limits,
		IMAGE_INPUT: { ...limits.IMAGE_INPUT, animatedPixels: 1e9, frames: 2_000, seconds: 1 },
	};
});
afterAll(() => vi.doUnmock('~/domain/limits.ts'));

test('refuses an image that takes too long to decode', { timeout: 30_000 }, async () => {
	const slow = createGifWithClaimedSize({ width: 700, height: 700, frames: 2_000 });
	await expect(readImage(slow)).rejects.toMatchObject({
		kind: 'invalid',
		fields: { image: [IMAGE_UNREADABLE] },
	});
});
