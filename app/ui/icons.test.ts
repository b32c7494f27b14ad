import * as lucide from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

type Icons = typeof import('./icons.ts');

// Not a plain import, so that lint still finds the icons that nothing uses.
const [icons] = Object.values(import.meta.glob<Icons>('./icons.ts', { eager: true }));
const drawings: Pick<typeof lucide, keyof Icons> = lucide;

test('icons.svg has the drawing of every icon in use', async () => {
	const symbols = (Object.entries(icons ?? {}) as [keyof Icons, string][]).map(([name, id]) => {
		const svg = renderToStaticMarkup(createElement(drawings[name]));
		expect(svg, `${name} is called ${id}`).toContain(`lucide-${id}`);
		expect(svg).toContain('viewBox="0 0 24 24"');
		const drawing = svg.replace(/^<svg[^>]*>|<\/svg>$/g, '').replace(/><\/\w+>/g, '/>');
		return `<symbol id="${id}" viewBox="0 0 24 24">${drawing}</symbol>\n`;
	});
	const file = `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('')}</svg>\n`;
	await expect(file).toMatchFileSnapshot('./icons.svg');
});
