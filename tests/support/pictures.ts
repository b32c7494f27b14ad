import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Pictures for tests, valid and invalid, all generated here instead of read from files. */

export type Size = { width: number; height: number };
const SMALL: Size = { width: 64, height: 48 };
const WHITE = { r: 255, g: 255, b: 255 };

/** The text that a phone's picture contains about its place. Tests look for it in the stored picture. */
export const EXIF_SECRET = 'Lantern Lane 7';

/**
 * Returns a photograph. With `exif` it contains its owner's address and place; `orientation` is the EXIF
 * number.
 */
export function createJpeg(
	options: Partial<Size> & { exif?: boolean; orientation?: number } = {},
): Promise<Buffer> {
	const picture = createGradient(options).jpeg();
	if (options.exif) {
		picture.withExif({
			IFD0: { Artist: EXIF_SECRET, ImageDescription: EXIF_SECRET },
			IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' },
		});
	}
	if (options.orientation) picture.withMetadata({ orientation: options.orientation });
	return picture.toBuffer();
}

/** Returns a drawing that is half transparent. */
export function createPng(size: Partial<Size> = {}): Promise<Buffer> {
	return createGradient(size).ensureAlpha(0.5).png().toBuffer();
}

export type GifOptions = Partial<Size> & {
	frames: number;
	/** The duration of each frame in milliseconds. */
	delay?: number[];
	/** How often the animation runs; 0 is forever. */
	loop?: number;
	/** Whether all frames are the same picture. */
	hasEqualFrames?: boolean;
};

/** Returns an animation in which each frame has another gray, or all the same gray with `hasEqualFrames`. */
export async function createAnimatedGif({
	frames,
	delay,
	loop = 0,
	hasEqualFrames,
	...size
}: GifOptions): Promise<Buffer> {
	const { width, height } = { ...SMALL, ...size };
	const greys = Array.from({ length: frames }, (_, n) =>
		Buffer.alloc(width * height * 3, hasEqualFrames ? 90 : Math.round((n * 255) / frames)),
	);
	return sharp(Buffer.concat(greys), {
		raw: { width, height: height * frames, channels: 3, pageHeight: height },
	})
		.gif({ loop, delay: delay ?? greys.map(() => 100), keepDuplicateFrames: true, effort: 1 })
		.toBuffer();
}

/**
 * Returns a GIF that is built byte by byte: frames of one pixel each on a canvas of any size. With `hasFullFrames`,
 * each frame claims the whole canvas.
 */
export function createGifWithClaimedSize(claim: Size & { frames: number; hasFullFrames?: boolean }): Buffer {
	const { width, height, frames, hasFullFrames } = claim;
	const screen = Buffer.alloc(7);
	screen.writeUInt16LE(width, 0);
	screen.writeUInt16LE(height, 2);
	screen[4] = 0x80;
	const palette = Buffer.from([0, 0, 0, 255, 255, 255]);
	const size = hasFullFrames ? screen.subarray(0, 4) : [1, 0, 1, 0];
	const frame = Buffer.from([
		...[0x21, 0xf9, 4, 0, 10, 0, 0, 0],
		...[0x2c, 0, 0, 0, 0, ...size, 0],
		...[2, 2, 0x44, 1, 0],
	]);
	const body = Array.from({ length: frames }, () => frame);
	return Buffer.concat([Buffer.from('GIF89a'), screen, palette, ...body, Buffer.from([0x3b])]);
}

/** Returns a PNG of about a hundred bytes that claims `size`, by default 50,000 x 50,000 pixels. */
export function createPixelBomb(size: Size = { width: 50_000, height: 50_000 }): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(size.width, 0);
	header.writeUInt32BE(size.height, 4);
	header.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([
		Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
		createPngChunk('IHDR', header),
		createPngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
		createPngChunk('IEND', Buffer.alloc(0)),
	]);
}

/** Returns a valid picture of 81 million pixels in about 100 kB. */
export function createLargePng(): Promise<Buffer> {
	return sharp({ create: { width: 9_000, height: 9_000, channels: 3, background: WHITE } })
		.png({ compressionLevel: 6, palette: true, colours: 2, effort: 1 })
		.toBuffer();
}

/** Returns an HTML page that claims to be a picture. */
export const createFakePng = () =>
	Buffer.from('<!doctype html><title>party.png</title><script>alert(1)</script>');
export const createSvg = () =>
	Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>');
/** Returns a valid picture of a kind that is not accepted. */
export const createWebp = () => createGradient({}).webp().toBuffer();

/** Returns the first half of a file. */
export const truncate = (file: Buffer) => file.subarray(0, Math.floor(file.byteLength / 2));

/** Returns a picture with an HTML page after its end, which content sniffing would find. */
export const createPolyglot = (file: Buffer) => Buffer.concat([file, createFakePng()]);

function createGradient(size: Partial<Size>): Sharp {
	const { width, height } = { ...SMALL, ...size };
	const pixels = Buffer.alloc(width * height * 3);
	for (let at = 0; at < pixels.length; at += 3) {
		const place = at / 3;
		pixels[at] = ((place % width) * 255) / width;
		pixels[at + 1] = (Math.floor(place / width) * 255) / height;
		pixels[at + 2] = 128;
	}
	return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function createPngChunk(type: string, data: Buffer): Buffer {
	const namedChunk = Buffer.concat([Buffer.from(type), data]);
	const chunk = Buffer.alloc(namedChunk.byteLength + 8);
	chunk.writeUInt32BE(data.byteLength, 0);
	namedChunk.copy(chunk, 4);
	chunk.writeUInt32BE(crc32(namedChunk), namedChunk.byteLength + 4);
	return chunk;
}

/** Returns a square of gray noise, the same every time, which no format compresses well. */
export function createNoise(width: number): Sharp {
	const pixels = Buffer.alloc(width * width);
	let state = 1;
	for (let at = 0; at < pixels.length; at += 1) {
		state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
		pixels[at] = state >>> 24;
	}
	return sharp(pixels, { raw: { width, height: width, channels: 1 } });
}
