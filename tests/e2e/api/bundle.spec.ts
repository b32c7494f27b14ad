import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from '../support/fixtures.ts';

/** What can throw. A bundler that holds one of these for pure removes it, with the error that was to be caught. */
const CAN_THROW = [
	'CallExpression',
	'NewExpression',
	'AwaitExpression',
	'YieldExpression',
	'MemberExpression',
	'ImportExpression',
];

type Node = { type: string; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
	typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const someNode = (node: Node, check: (node: Node) => boolean): boolean =>
	check(node) || listChildren(node).some((child) => someNode(child, check));

/** Returns the `try` blocks of a bundle in which nothing can throw. */
function findEmptyTries(code: string): string[] {
	const found: string[] = [];
	someNode(parseAst(code) as unknown as Node, (node) => {
		const { block } = node;
		if (
			node.type === 'TryStatement' &&
			isNode(block) &&
			!someNode(block, ({ type }) => CAN_THROW.includes(type))
		)
			found.push(code.slice(Number(node.start), Number(node.end)).slice(0, 200));
		return false;
	});
	return found;
}

test('a lost call is found', () => {
	expect(findEmptyTries('function f(t){try{return!0}catch{return!1}}')).toHaveLength(1);
	expect(findEmptyTries('function f(t){try{}catch(e){return e}}')).toHaveLength(1);
	expect(findEmptyTries('function f(t){try{return typeof decodeURI(t)}catch{return!1}}')).toEqual([]);
});

test('the bundles of server and browser have lost no call that was to throw', async () => {
	for (const folder of ['build/server', 'build/server/assets', 'build/client/assets']) {
		const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
		expect(names.length).toBeGreaterThan(0);
		for (const name of names) {
			const code = await readFile(path.join(folder, name), 'utf8');
			expect(findEmptyTries(code), name).toEqual([]);
		}
	}
});
