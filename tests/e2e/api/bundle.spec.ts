import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from '../support/fixtures.ts';

/** What can throw. A bundler that holds one of these for pure removes it, with the error that was to be caught. */
const CAN_THROW = [
	'BinaryExpression',
	'CallExpression',
	'NewExpression',
	'AwaitExpression',
	'YieldExpression',
	'MemberExpression',
	'ImportExpression',
];

const SERVER_FOLDERS = ['build/server', 'build/server/assets', 'build/server/node_modules'];

/**
 * Packages with state, which all code of a process has to share, by where the server finds them. react-router-serve
 * loads the router too, so the build does not contain it.
 */
const SHARED_PACKAGES = {
	build: ['discord.js', 'pg', 'prom-client', 'reflect-metadata', 'sequelize', 'zod'],
	node_modules: ['pino', 'react', 'react-dom', 'react-router'],
};

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

/** Returns the texts of the scripts of a folder. */
async function readScripts(folder: string): Promise<string[]> {
	const names = (await readdir(folder)).filter((name) => /\.m?js$/.test(name));
	return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
}

test('a lost call is found', () => {
	expect(findEmptyTries('function f(t){try{return!0}catch{return!1}}')).toHaveLength(1);
	expect(findEmptyTries('function f(t){try{}catch(e){return e}}')).toHaveLength(1);
	expect(findEmptyTries('function f(t){try{return typeof decodeURI(t)}catch{return!1}}')).toEqual([]);
});

test('the bundles of server and browser have lost no call that was to throw', async () => {
	for (const folder of [...SERVER_FOLDERS, 'build/client/assets']) {
		const scripts = await readScripts(folder);
		expect(scripts.length).toBeGreaterThan(0);
		// A package looks for a global that only browsers have.
		const found = scripts.flatMap(findEmptyTries).filter((text) => !text.includes('return localStorage;'));
		expect(found, folder).toEqual([]);
	}
});

test('the server has each shared package once', async () => {
	const code = (await Promise.all(SERVER_FOLDERS.map(readScripts))).flat().join('\n');
	const modules = code.matchAll(/^\/\/ (node_modules\/(?:.+\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//gm);
	const folders = [...new Set(Array.from(modules, ([, folder = '']) => folder))];
	for (const [place, names] of Object.entries(SHARED_PACKAGES)) {
		for (const name of names) {
			const isLoaded = new RegExp(`(?:from|import|require)[ (]*"${name}["/]`).test(code);
			const copies = folders.filter((folder) => folder.endsWith(`node_modules/${name}`));
			expect([...copies.map(() => 'build'), ...(isLoaded ? ['node_modules'] : [])], name).toEqual([place]);
		}
	}
});

test('Node knows without reading it that a file of packages is a module', async () => {
	expect((await readdir('build/server/node_modules')).filter((name) => !name.endsWith('.mjs'))).toEqual([]);
});

test('no package gets the namespace of a module where Node gives it what another package exports', async () => {
	const code = (await Promise.all(SERVER_FOLDERS.map(readScripts))).flat().join('\n');
	// A namespace whose names are read is right, and so is one that a package itself exports.
	const given = code.match(/.*__toCommonJS\(\w+\)(?!\)?\.\w).*/g) ?? [];
	expect(given.filter((line) => !line.trim().startsWith('module.exports = __toCommonJS('))).toEqual([]);
});
