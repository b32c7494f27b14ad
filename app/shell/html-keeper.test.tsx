import { expect, test } from 'vitest';
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

test('a part is rendered once for the same props, and again for others', () => {
	const keep = createHtmlKeeper(10_000);
	const { Part, renders } = createPart();
	expect(keep(Part, { name: 'Wren' })).toBe('<p>Hello<!-- --> <!-- -->Wren</p>');
	expect(keep(Part, { name: 'Wren' })).toContain('Wren');
	expect(renders.count).toBe(1);
	expect(keep(Part, { name: '<b>' })).toContain('&lt;b&gt;');
	expect(renders.count).toBe(2);
});

test('parts with the same props are kept apart', () => {
	const keep = createHtmlKeeper(10_000);
	const [one, other] = [createPart(), createPart()];
	keep(one.Part, { name: 'Wren' });
	keep(other.Part, { name: 'Wren' });
	expect(other.renders.count).toBe(1);
});

test('shows nothing that is not in the key', () => {
	const keep = createHtmlKeeper(10_000);
	const { Part } = createPart();
	// @ts-expect-error A function is not in the key.
	expect(keep(Part, { name: 'Wren', greet: () => 'A secret for' })).toContain('Hello');
});

test('forgets what was not used for the longest time, and no more than is needed', () => {
	const keep = createHtmlKeeper(140);
	const { Part, renders } = createPart();
	for (const name of ['a', 'b', 'c', 'a', 'd', 'a']) keep(Part, { name });
	expect(renders.count).toBe(4);
	keep(Part, { name: 'b' });
	expect(renders.count).toBe(5);
	keep(Part, { name: 'x'.repeat(300) });
	keep(Part, { name: 'x'.repeat(300) });
	expect(renders.count).toBe(7);
});
