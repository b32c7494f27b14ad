import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ThemeProvider } from '~/app/ui/theme/theme-context.tsx';
import { renderPage } from '~/tests/support/render-page.tsx';
import { Logo } from './logo.tsx';
import { type PlaceName, places } from './places.ts';
import { Scene } from './scene.tsx';
import { getSceneParams } from './scenes.ts';
import { countSlots } from './windows.ts';

type Shown = { name: PlaceName; lit?: number; variant?: number };

function render(shown: Shown, theme: 'dark' | 'light' = 'dark'): string {
	return renderPage(
		<ThemeProvider theme={theme}>
			<Scene {...shown} />
		</ThemeProvider>,
	);
}

const countLights = (html: string) => html.match(/<circle/g)?.length ?? 0;

describe('Scene', () => {
	it('renders only the lit windows, once per view', () => {
		expect(countLights(render({ name: 'hero', lit: 0 }))).toBe(0);
		expect(countLights(render({ name: 'hero', lit: 17 }))).toBe(17 * places.hero.views.length);
		expect(countLights(render({ name: 'asleep' }))).toBe(0);
	});

	it('lights every window when the count exceeds the windows', () => {
		const slots = places.hero.views.map((view) => countSlots(getSceneParams(view.scene)));
		expect(countLights(render({ name: 'hero', lit: 500 }))).toBe(
			slots.reduce((sum, count) => sum + count, 0),
		);
	});

	it.each(Object.keys(places) as PlaceName[])(
		'shows %s without style attributes, hidden from screen readers',
		(name) => {
			const html = render({ name, lit: 5, variant: 0 });
			expect(html).not.toMatch(/\sstyle=/);
			expect(html).toContain('alt=""');
			expect(html.match(/<svg/g)).toHaveLength(html.match(/aria-hidden="true"/g)?.length ?? 0);
		},
	);

	it('uses the file of the theme and the variant', () => {
		expect(render({ name: 'banner', variant: 7 }, 'light')).toContain('/scenery/banner-7-light.');
		expect(render({ name: 'banner', variant: 7 }, 'dark')).toContain('/scenery/banner-mobile-7-dark.');
	});

	it('gives every drawing on a page its own gradient ids', () => {
		const html = renderToStaticMarkup(
			<>
				<Logo />
				<Logo size="signIn" />
				<Scene name="hero" lit={1} />
				<Scene name="footer" />
			</>,
		);
		const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
		expect(new Set(ids).size).toBe(ids.length);
	});
});
