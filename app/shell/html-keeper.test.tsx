import { expect, test } from 'vitest';
import type { KeepHtml } from '~/app/ui/kept-html.tsx';
import { createHtmlKeeper } from './html-keeper.ts';

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
function createRenderer(maxBytes: number): KeepHtml {
	const keeper = createHtmlKeeper(maxBytes);
	return (Part, props) => {
		const { keep, encode } = keeper.startPage();
		return decode(encode(keep(Part, props)));
	};
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test('a part is rendered once for the same props, and again for others', () => {
	const keep = createRenderer(10_000);
	const { Part, renders } = createPart();
	expect(keep(Part, { name: 'Wren' })).toBe('<p>Hello<!-- --> <!-- -->Wren</p>');
	expect(keep(Part, { name: 'Wren' })).toContain('Wren');
	expect(renders.count).toBe(1);
	expect(keep(Part, { name: '<b>' })).toContain('&lt;b&gt;');
	expect(renders.count).toBe(2);
});

test('parts with the same props are kept apart', () => {
	const keep = createRenderer(10_000);
	const [one, other] = [createPart(), createPart()];
	keep(one.Part, { name: 'Wren' });
	keep(other.Part, { name: 'Wren' });
	expect(other.renders.count).toBe(1);
});

test('shows nothing that is not in the key', () => {
	const keep = createRenderer(10_000);
	const { Part } = createPart();
	// @ts-expect-error A function is not in the key.
	expect(keep(Part, { name: 'Wren', greet: () => 'A secret for' })).toContain('Hello');
});

test('puts each part at its place in the page, as often as it is there', () => {
	const { keep, encode } = createHtmlKeeper(10_000).startPage();
	const { Part, renders } = createPart();
	const [wren, ivo, again] = ['Wren', '„Ivo“ 🕯', 'Wren'].map((name) => keep(Part, { name }));
	expect(decode(encode(`é<ul>${ivo}<!-- 0 -->${wren}</ul>${again}`))).toBe(
		'é<ul><p>Hello<!-- --> <!-- -->„Ivo“ 🕯</p><!-- 0 --><p>Hello<!-- --> <!-- -->Wren</p></ul><p>Hello<!-- --> <!-- -->Wren</p>',
	);
	expect(renders.count).toBe(2);
});

test('no text of a user is taken for the mark of a part', () => {
	const keeper = createHtmlKeeper(10_000);
	const { Part } = createPart();
	const seen = keeper.startPage().keep(Part, { name: 'Wren' });
	const { keep, encode } = createHtmlKeeper(10_000).startPage();
	keep(Part, { name: 'Ivo' });
	expect(decode(encode(seen))).toBe(seen);
});

test('forgets what was not used for the longest time, and no more than is needed', () => {
	const keep = createRenderer(140);
	const { Part, renders } = createPart();
	for (const name of ['a', 'b', 'c', 'a', 'd', 'a']) keep(Part, { name });
	expect(renders.count).toBe(4);
	keep(Part, { name: 'b' });
	expect(renders.count).toBe(5);
	keep(Part, { name: 'x'.repeat(300) });
	keep(Part, { name: 'x'.repeat(300) });
	expect(renders.count).toBe(7);
});
