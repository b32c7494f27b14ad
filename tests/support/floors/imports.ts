import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';

/** One import as written: `specifier` as in the source, `target` the path from the root when it is ours, else null. */
export type Import = {
	file: string;
	line: number;
	specifier: string;
	target: string | null;
	typeOnly: boolean;
};

const SKIPPED_FOLDERS = new Set(['node_modules', 'build', 'coverage', 'test-results', 'playwright-report']);

/** Every .ts and .tsx file under `root`, as paths from it, in order; folders that begin with a dot are left out. */
export async function listSources(root: string, folder = ''): Promise<string[]> {
	const entries = await readdir(path.join(root, folder), { withFileTypes: true });
	const found = await Promise.all(
		entries.map((entry) => {
			const name = path.posix.join(folder, entry.name);
			if (entry.isDirectory()) {
				return entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name) ? [] : listSources(root, name);
			}
			return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [name] : [];
		}),
	);
	return found.flat().sort();
}

/** All imports of the files: static, dynamic, `export … from` and `import('…')` in a type. */
export async function readImports(root: string, files: string[]): Promise<Import[]> {
	const known = new Set(files);
	const found = await Promise.all(
		files.map(async (file) => {
			const source = await readFile(path.join(root, file), 'utf8');
			return findSpecifiers(file, source).map(({ offset, specifier, typeOnly }) => ({
				file,
				line: countLines(source, offset),
				specifier,
				target: resolveTarget(file, specifier, known),
				typeOnly,
			}));
		}),
	);
	return found.flat();
}

/** What a source file or a built one imports, with the offset of each; refuses a file that cannot be parsed. */
export function findSpecifiers(file: string, source: string) {
	const { program, errors } = parseSync(file, source);
	const [error] = errors;
	if (error) throw new Error(`${file} cannot be parsed: ${error.message}`);
	const found: { offset: number; specifier: string; typeOnly: boolean }[] = [];
	collect(program, found);
	return found;
}

const IMPORTING = new Set([
	'ImportDeclaration',
	'ExportNamedDeclaration',
	'ExportAllDeclaration',
	'ImportExpression',
	'TSImportType',
]);

function collect(node: unknown, found: { offset: number; specifier: string; typeOnly: boolean }[]): void {
	if (Array.isArray(node)) {
		for (const child of node) collect(child, found);
		return;
	}
	if (!isNode(node)) return;
	const source = node.source;
	if (IMPORTING.has(node.type) && isNode(source)) {
		const specifier = readText(source);
		if (specifier !== null) found.push({ offset: node.start, specifier, typeOnly: isTypeOnly(node) });
	}
	for (const child of Object.values(node)) if (typeof child === 'object') collect(child, found);
}

type Node = { type: string; start: number; [key: string]: unknown };

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** A string, or a template without holes; anything computed is nobody's arrow. */
function readText(source: Node): string | null {
	if (source.type === 'Literal' && typeof source.value === 'string') return source.value;
	if (source.type !== 'TemplateLiteral' || !Array.isArray(source.quasis) || source.quasis.length !== 1)
		return null;
	const [quasi] = source.quasis;
	return typeof quasi?.value?.cooked === 'string' ? quasi.value.cooked : null;
}

function isTypeOnly(node: Node): boolean {
	return node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type';
}

function countLines(source: string, offset: number): number {
	let line = 1;
	for (let at = source.indexOf('\n'); at !== -1 && at < offset; at = source.indexOf('\n', at + 1)) line += 1;
	return line;
}

function resolveTarget(file: string, specifier: string, known: Set<string>): string | null {
	const plain = specifier.replace(/\?.*$/, '');
	const joined = plain.startsWith('~/')
		? path.posix.normalize(plain.slice(2))
		: /^\.{1,2}(\/|$)/.test(plain)
			? path.posix.join(path.posix.dirname(file), plain)
			: null;
	if (joined === null) return null;
	const tries = [joined, `${joined}.ts`, `${joined}.tsx`, `${joined}/index.ts`, `${joined}/index.tsx`];
	return tries.find((candidate) => known.has(candidate)) ?? joined;
}
