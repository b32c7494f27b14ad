import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawPicture, parsePictureFile, toPicturePath } from './picture.ts';
import { loader } from './route.ts';

type LoaderArgs = Parameters<typeof loader>[0];
const request = (path: string) =>
	loader({ params: { file: path.replace('/previews/', '') } } as unknown as LoaderArgs);

/** Returns the number of pixels in the light yellow of lit windows. */
async function countLitPixels(png: ArrayBuffer): Promise<number> {
	const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	let count = 0;
	for (let at = 0; at < data.length; at += info.channels) {
		const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
		if (red > 230 && green > 160 && blue < 170) count += 1;
	}
	return count;
}

test('the picture is a PNG of 1200 by 630 with more lit windows for more players, cached forever', async () => {
	const lit: number[] = [];
	for (const count of [0, 5, 20, 60]) {
		const response = await request(toPicturePath(count));
		expect(response.status).toBe(200);
		expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
		expect(response.headers.get('Content-Type')).toBe('image/png');
		const png = await response.arrayBuffer();
		expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
		expect(png.byteLength).toBeLessThan(100_000);
		lit.push(await countLitPixels(png));
	}
	for (const [index, pixels] of lit.slice(1).entries())
		expect(pixels).toBeGreaterThan((lit[index] ?? 0) + 50);
});

test('one player is one lit window, until all are lit', () => {
	const countWindows = (players: number) => drawPicture(players).match(/url\(#l\)/g)?.length ?? 0;
	const dark = countWindows(0);
	expect([1, 17].map((players) => countWindows(players) - dark)).toEqual([1, 17]);
	expect(drawPicture(501)).toBe(drawPicture(500));
	expect(toPicturePath(501)).toBe(toPicturePath(500));
	expect(toPicturePath(1)).not.toBe(toPicturePath(2));
});

test('only addresses that this version produces have a picture', async () => {
	const file = toPicturePath(7).replace('/previews/', '');
	expect(parsePictureFile(file)).toBe(7);
	const others = [
		'',
		'7.png',
		file.replace('7-', '999-'),
		file.replace('7-', '07-'),
		file.replace('7-', '-7-'),
		file.replace('7-', 'NaN-'),
		file.replace('.png', '.svg'),
		'7-0000000000000000.png',
	];
	for (const other of others) {
		expect(parsePictureFile(other), other).toBeNull();
		const response = await request(other);
		expect([response.status, response.headers.get('Cache-Control')], other).toEqual([404, 'no-store']);
	}
});
