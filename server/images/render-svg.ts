import { createConcurrencyLimit } from '../concurrency-limit.ts';
import { loadSharp } from './read-image.ts';

/** Drawing pictures of link previews, apart from the decoding of uploads, which visitors must not delay. */
const PICTURE_QUEUE = { atOnce: 1, waiting: 20, retryAfterSeconds: 10 } as const;

const runLimited = createConcurrencyLimit({
	...PICTURE_QUEUE,
	refusal: 'Many images are being drawn right now. Please try again in a moment.',
});

/**
 * Returns one of the app's SVG pictures as a PNG file. It is rendered in another thread, one at a time. Throws Refusal
 * 'unavailable' (503) while too many others wait.
 */
export function renderSvg(svg: string): Promise<Buffer> {
	return runLimited(async () => {
		const sharp = await loadSharp();
		return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
	});
}
