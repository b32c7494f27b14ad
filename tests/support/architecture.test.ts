import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSources } from './sources.ts';

const text = readFileSync('docs/architecture.md', 'utf8');
const table = text.slice(
	text.indexOf('## Where each noun is'),
	text.indexOf('### What happens after a save'),
);
const rows = table
	.split('\n')
	.filter((line) => line.startsWith('|'))
	.slice(2)
	.map((line) => line.split('|').slice(2, -1));

/** The names in one column, without the folder that its heading names. */
const listNames = (column: number, pattern = /`([^`]+)`/g) =>
	[
		...new Set(
			rows.flatMap((cells) => [...String(cells[column]).matchAll(pattern)].map(([, name]) => String(name))),
		),
	].sort();

const FOLDERS: [number, string][] = [
	[0, 'domain'],
	[1, 'server/operations'],
	[2, 'server/wire'],
	[3, 'app/routes'],
	[6, 'tests/integration'],
];

test.each(FOLDERS)('what column %i names is in %s', (column, folder) => {
	const missing = listNames(column).filter((name) => globSync(`${folder}/${name}`).length === 0);
	expect(missing).toEqual([]);
});

test.each([
	[0, 'domain/*/', ['time']],
	[1, 'server/operations/*/', ['kernel']],
	[2, 'server/wire/*.ts', []],
	[3, 'app/routes/*/', []],
] as const)('column %i names all of %s', (column, pattern, shared) => {
	const present = globSync(pattern)
		.map((path) => String(path.replace(/\/$/, '').split('/').at(-1)))
		.filter((name) => !name.includes('.test.'));
	expect(listNames(column)).toEqual(
		expect.arrayContaining(present.filter((name) => !shared.some((each) => each === name))),
	);
});

test('the parts of the schema and the migrations with triggers are those that create one', () => {
	const created = globSync(['database/schema/*.ts', 'database/migrations/0*.ts'])
		.filter((path) => /CREATE TRIGGER/.test(readFileSync(path, 'utf8')))
		.map((path) => path.split('/').at(-1));
	expect(listNames(4)).toEqual(created.sort());
});

test('every job that an event or a message waits for exists', () => {
	const names =
		readFileSync('server/queue/definitions.ts', 'utf8') +
		readFileSync('server/jobs/start-messaging.ts', 'utf8');
	expect(listNames(5).filter((name) => !names.includes(name))).toEqual([]);
});

test('the server reads or writes rows by every model', () => {
	const names = readFileSync('database/models/index.ts', 'utf8').match(/(?<=\{.*)\w+(?=.*\})/g) ?? [];
	expect(names.length).toBeGreaterThan(10);
	const code = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] })
		.map((path) => readFileSync(path, 'utf8'))
		.join('\n');
	const isUsed = (name: string) => new RegExp(`\\b${name}\\.(create|destroy|find|update)`).test(code);
	expect(names.filter((name) => !isUsed(name))).toEqual([]);
});

/** What a file in a folder of operations can begin with, beside `index.ts` and `queries.ts`. */
const VERBS =
	`add amend announce answer apply ask auto cancel change choose complete continue create delete end erase export find fit
	import insert lease link list manage mirror nudge note pass plan post prefill press put read reconcile renew replace
	request restore retry run save send set settle start undo update upload upsert use watch`.split(/\s+/);

test('each file of an operations folder is its door, its reads, or named by what it does', () => {
	const files = globSync('server/operations/*/*.ts')
		.map((path) => path.split('/').slice(2))
		.filter(([folder, name]) => folder !== 'kernel' && name !== 'index.ts' && name !== 'queries.ts');
	expect(files.filter(([, name]) => !VERBS.includes(String(name?.split(/[-.]/)[0])))).toEqual([]);
	const names = files.map(([, name]) => name);
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
	const doors = globSync('server/operations/*/index.ts').map((path) => readFileSync(path, 'utf8'));
	expect(doors.flatMap((source) => source.match(/ from '(?!\.\/[a-z-]+\.ts')[^']*'/g) ?? [])).toEqual([]);
});

test('what a new feature touches exists', () => {
	const lists = text.slice(
		text.indexOf('## What a new feature touches'),
		text.indexOf('## Without JavaScript'),
	);
	const cells = lists.split('\n').flatMap((line) => line.split('|').slice(2, 3));
	const paths = cells.flatMap((cell) => {
		let folder = '';
		// A name without a folder is in that of the name before it.
		return [...cell.matchAll(/`([\w/-]+[./][\w./-]*)`/g)].map(([, name = '']) => {
			if (!name.includes('/')) return folder + name;
			folder = name.slice(0, name.lastIndexOf('/') + 1);
			return name;
		});
	});
	expect(paths.length).toBeGreaterThan(30);
	expect(paths.filter((path) => globSync([path, `server/operations/${path}`]).length === 0)).toEqual([]);
});

test('no object literal is spread into another: its properties stand for themselves', () => {
	const spreading = readSources().filter(({ source }) => source.includes('...{'));
	expect(spreading.map(({ file }) => file)).toEqual([]);
});

test('no file of the product has more than 350 lines, and half of them at most 90', () => {
	const lengths = globSync('{app,domain,server,database}/**/*.{ts,tsx}')
		.filter((file) => !/\.(test|bench)\./.test(file))
		.map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
		.sort((one, other) => one.lines - other.lines);
	expect(lengths.filter(({ lines }) => lines > 350)).toEqual([]);
	expect(lengths[Math.floor(lengths.length / 2)]?.lines).toBeLessThanOrEqual(90);
});
