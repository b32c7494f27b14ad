import { describe, expect, it } from 'vitest';
import { toSceneryUrl } from '~/app/ui/town/scenery-url.ts';
import { loader } from './scenery.ts';

const fileOf = (address: string) => ({ params: { file: address.replace('/scenery/', '') } });

describe('GET /scenery/:file', () => {
	it.each([
		{ name: 'hero', variant: 0, theme: 'light' },
		{ name: 'banner-mobile', variant: 15, theme: 'dark' },
		{ name: 'stars', variant: 0, theme: 'dark' },
	] as const)('serves $name, cached forever', async (file) => {
		const response = loader(fileOf(toSceneryUrl(file)));
		expect(response.status).toBe(200);
		expect(response.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8');
		expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
		const first = await response.text();
		expect(first).toMatch(/^<svg .*<\/svg>$/s);
		expect(await loader(fileOf(toSceneryUrl(file))).text()).toBe(first);
	});

	it.each(['hero-0-dark.0123456789.svg', 'cellar-0-dark.svg', ''])('responds with 404 for %s', (file) => {
		let thrown: unknown;
		try {
			loader({ params: { file } });
		} catch (error) {
			thrown = error;
		}
		expect(thrown).toBeInstanceOf(Response);
		expect((thrown as Response).status).toBe(404);
	});
});
