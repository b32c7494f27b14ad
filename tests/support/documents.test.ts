import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md')].filter(
	(file) => file !== 'docs/voices.md',
);
const texts = new Map(PAGES.map((file) => [file, readFileSync(file, 'utf8')]));
const RECORDS = globSync('docs/decisions/0*.md');
const numbers = new Set(RECORDS.map((file) => path.basename(file).slice(0, 4)));

/** Returns the anchors of a page's headings, as GitHub makes them. */
const listAnchors = (text: string) =>
	[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

/** Returns whether a link of this page leads to a file, and to a heading of it when it names one. */
function isLive(page: string, link: string): boolean {
	const [target = '', anchor] = link.split('#');
	const file = target === '' ? page : path.join(path.dirname(page), target);
	if (!existsSync(file)) return false;
	return anchor === undefined || listAnchors(readFileSync(file, 'utf8')).includes(anchor);
}

const listLinks = (text: string) =>
	[...text.matchAll(/\]\(([^)\s]+)\)/g)]
		.map(([, link = '']) => link)
		.filter((link) => !/^https?:/.test(link));

test('every link of a page leads to a file and a heading that exist', () => {
	const dead = [...texts].flatMap(([page, text]) =>
		listLinks(text)
			.filter((link) => !isLive(page, link))
			.map((link) => `${page}: ${link}`),
	);
	expect(dead).toEqual([]);
	expect(isLive('README.md', 'docs/missing.md')).toBe(false);
	expect(isLive('README.md', 'docs/install.md#no-such-step')).toBe(false);
});

test('every file that a page names exists', () => {
	const known = new Set(
		globSync('{*,{app,bench,database,deploy,domain,seeds,server,tests}/**/*}').map((file) =>
			path.basename(file),
		),
	);
	const unknown = [...texts].flatMap(([page, text]) =>
		[...text.matchAll(/`[\w/-]*?([\w.-]+\.(?:tsx?|sql|conf|ya?ml|mjs))`/g)]
			.map(([, name = '']) => name)
			.filter((name) => !known.has(name) && name !== 'NNNN-name.ts')
			.map((name) => `${page}: ${name}`),
	);
	expect(unknown).toEqual([]);
});

test('every decision has a status with a date and is listed once by its noun', () => {
	const list = texts.get('docs/decisions/README.md') ?? '';
	for (const file of RECORDS) {
		const text = texts.get(file) ?? '';
		expect.soft(text, file).toMatch(/^# \d{4}\. .+\nStatus: (accepted|proposed), \d{4}-\d\d-\d\d/);
		for (const part of ['## Context', '## Decision', '## Cost']) expect.soft(text, file).toContain(part);
		expect.soft(list.split(`(${path.basename(file)})`), file).toHaveLength(2);
	}
});

test('every decision that code or a page refers to exists', () => {
	const files = globSync([
		'{app,database,deploy,domain,seeds,server,tests}/**/*',
		'Dockerfile',
		'compose.yaml',
	]);
	const sources = files
		.filter((file) => /\.(tsx?|js|ya?ml|conf|sql)$|^Dockerfile$/.test(file))
		.map((file): [string, string] => [file, readFileSync(file, 'utf8')]);
	const references = [...sources, ...texts].flatMap(([file, text]) =>
		[
			...text.matchAll(/decisions?[\s*]+(00\d\d)(?: and (00\d\d))?|decisions\/(00\d\d)|\[(00\d\d)\]\(/g),
		].flatMap(([, ...found]) =>
			found.filter((number) => number !== undefined).map((number) => ({ file, number })),
		),
	);
	expect(references.length).toBeGreaterThan(150);
	expect(references.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

/** Returns what a line of docs/how-to.md names that does not exist: files, scripts, and names that none of its files has. */
function listUnknown(line: string): string[] {
	const named = [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
	const paths = named.filter((name) => /^[\w./-]+$/.test(name) && /[./]/.test(name) && !name.startsWith('/'));
	const files = paths.flatMap((name) => globSync(name.endsWith('/') ? `${name}**/*.ts*` : name));
	const known = files.filter((file) => /\.\w+$/.test(file)).map((file) => readFileSync(file, 'utf8'));
	const scripts = named.flatMap((name) => /^npm run ([\w:]+)/.exec(name)?.[1] ?? []);
	return [
		...paths.filter((name) => name !== 'index.ts' && globSync(name).length === 0),
		...scripts.filter((name) => !readFileSync('package.json', 'utf8').includes(`"${name}":`)),
		...named.filter((name) => /^@?[\w-]+$/.test(name) && known.every((source) => !source.includes(name))),
	];
}

test('docs/how-to.md names only files, scripts and names that exist', () => {
	const lines = (texts.get('docs/how-to.md') ?? '').split('\n').filter((line) => line.includes('`'));
	expect(lines.length).toBeGreaterThan(60);
	expect(lines.flatMap(listUnknown)).toEqual([]);
	expect(listUnknown('`domain/policy.ts`, `domain/law.ts`: `policy`, `requireCan`; `npm run laws`')).toEqual([
		'domain/law.ts',
		'laws',
		'requireCan',
	]);
});

test('docs/how-to.md has fifteen recipes of at most 12 lines', () => {
	const recipes = (texts.get('docs/how-to.md') ?? '').split(/^## /m).slice(1);
	expect(recipes).toHaveLength(15);
	for (const recipe of recipes) expect(recipe.trim().split('\n').length, recipe).toBeLessThanOrEqual(13);
});

test('all pages but those that tests write have at most 30,000 words', () => {
	const read = [...texts].filter(([page]) => page !== 'docs/databases.md').map(([, text]) => text);
	const words = read.join(' ').split(/\s+/).length;
	expect(words).toBeLessThanOrEqual(30_000);
});
