import { afterAll, expect, test, vi } from 'vitest';
import { readImage } from './read-image.ts';

/** sharp throws while it is loaded when it has no program for this machine. */
vi.mock('sharp', () => {
	throw new Error('Could not load the "sharp" module');
});
afterAll(() => vi.doUnmock('sharp'));

/** A GIF of one pixel. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

test('does not blame the picture when the decoder is missing', async () => {
	const error: unknown = await readImage(PICTURE).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(Error);
	expect(error).not.toHaveProperty('kind');
});
