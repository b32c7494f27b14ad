import { expect, test } from 'vitest';
import type { RenderCached } from '~/app/ui/cached-html.tsx';
import { createHtmlCache } from './html-cache.ts';

type NameProps = { name: string; greet?: () => string };

/** Returns a part that counts how often it is rendered. */
function createPart() {
	const renders = { count: 0 };
	const Part = ({ name, greet = () => 'Hello' }: NameProps) => {
		renders.count += 1;
		return (
			<p>
				{greet()} {name}
			</p>
		);
	};
	return { Part, renders };
}

/** Returns a function that renders a page with nothing but one part. */
function createRenderer(maxBytes: number): RenderCached {
	const cache = createHtmlCache(maxBytes);
	return (Part, props) => {
		const { renderCached, encode } = cache.startPage();
		return decode(encode(renderCached(Part, props)));
	};
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('a part is rendered once for the same props, and again for others', () => {
	const renderCached = createRenderer(10_000);
	const { Part, renders } = createPart();
	expect(renderCached(Part, { name: 'Wren' })).toBe('<p>Hello<!-- --> <!-- -->Wren</p>');
	expect(renderCached(Part, { name: 'Wren' })).toContain('Wren');
	expect(renders.count).toBe(1);
	expect(renderCached(Part, { name: '<b>' })).toContain('&lt;b&gt;');
	expect(renders.count).toBe(2);
});

test('parts with the same props have HTML of their own', () => {
	const renderCached = createRenderer(10_000);
	const [one, other] = [createPart(), createPart()];
	renderCached(one.Part, { name: 'Wren' });
	renderCached(other.Part, { name: 'Wren' });
	expect(other.renders.count).toBe(1);
});

test('shows nothing that is not in the key', () => {
	const renderCached = createRenderer(10_000);
	const { Part } = createPart();
	// @ts-expect-error A function is not in the key.
	expect(renderCached(Part, { name: 'Wren', greet: () => 'A secret for' })).toContain('Hello');
});

test('puts each part at its place in the page, as often as it is there', () => {
	const { renderCached, encode } = createHtmlCache(10_000).startPage();
	const { Part, renders } = createPart();
	const [wren, ivo, again] = ['Wren', '„Ivo“ 🕯', 'Wren'].map((name) => renderCached(Part, { name }));
	expect(decode(encode(`é<ul>${ivo}<!-- 0 -->${wren}</ul>${again}`))).toBe(
		'é<ul><p>Hello<!-- --> <!-- -->„Ivo“ 🕯</p><!-- 0 --><p>Hello<!-- --> <!-- -->Wren</p></ul><p>Hello<!-- --> <!-- -->Wren</p>',
	);
	expect(renders.count).toBe(2);
});

test('a page of any length is whole, and the next page does not change it', () => {
	const long = `${'„🕯 '.repeat(150_000)}!`;
	const cache = createHtmlCache(10_000);
	const pages = [long, 'short', long].map((html) => cache.startPage().encode(html));
	expect(pages.map(decode)).toEqual([long, 'short', long]);
	const [first, second] = ['<p>é</p>', '<p>Wren</p>'].map((html) => cache.startPage().encode(html));
	expect([first, second].map((page) => page && decode(page))).toEqual(['<p>é</p>', '<p>Wren</p>']);
});

test('no text of a user is taken for the mark of a part', () => {
	const cache = createHtmlCache(10_000);
	const { Part } = createPart();
	const seen = cache.startPage().renderCached(Part, { name: 'Wren' });
	const { renderCached, encode } = createHtmlCache(10_000).startPage();
	renderCached(Part, { name: 'Ivo' });
	expect(decode(encode(seen))).toBe(seen);
});

test('forgets what was not used for the longest time, and no more than is needed', () => {
	const renderCached = createRenderer(140);
	const { Part, renders } = createPart();
	for (const name of ['a', 'b', 'c', 'a', 'd', 'a']) renderCached(Part, { name });
	expect(renders.count).toBe(4);
	renderCached(Part, { name: 'b' });
	expect(renders.count).toBe(5);
	renderCached(Part, { name: 'x'.repeat(300) });
	renderCached(Part, { name: 'x'.repeat(300) });
	expect(renders.count).toBe(7);
});
