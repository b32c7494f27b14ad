import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LinkedText } from './linked-text.tsx';

const render = (text: string, isPlace = false) =>
	renderToStaticMarkup(<LinkedText text={text} isPlace={isPlace} />);

test('only http(s) addresses become links, and markup stays text', () => {
	expect(render('See https://example.org/a.')).toMatch(
		/^<bdi>See <a href="https:\/\/example\.org\/a" rel="nofollow noopener ugc" class="[^"]+">https:\/\/example\.org\/a<\/a>\.<\/bdi>$/,
	);
	expect(render('<b>javascript:alert(1)</b>')).toBe('<bdi>&lt;b&gt;javascript:alert(1)&lt;/b&gt;</bdi>');
});

test('the address of a Discord channel reads "Join voice" only where a place is meant', () => {
	const address = 'https://discord.com/channels/123/456';
	expect(render(address, true)).toContain('>Join voice</a>');
	expect(render(address)).toContain(`>${address}</a>`);
});
