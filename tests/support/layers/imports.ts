import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseSync } from 'vite';

/**
 * An import. `specifier` is its text in the source; `target` is the path from the root, or null for a
 * package.
 */
export type Import = {
	file: string;
	line: number;
	specifier: string;
	target: string | null;
	typeOnly: boolean;
};

const SKIPPED_FOLDERS = new Set(['node_modules', 'build', 'coverage', 'test-results', 'playwright-report']);

/**
 * Returns the sorted paths, relative to `root`, of all .ts and .tsx files. Folders that begin with a dot are skipped.
 */
export async function listSourceFiles(root: string, folder = ''): Promise<string[]> {
	const entries = await readdir(path.join(root, folder), { withFileTypes: true });
	const found = await Promise.all(
		entries.map((entry) => {
			const name = path.posix.join(folder, entry.name);
			if (entry.isDirectory()) {
				return entry.name.startsWith('.') || SKIPPED_FOLDERS.has(entry.name)
					? []
					: listSourceFiles(root, name);
			}
			return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [name] : [];
		}),
	);
	return found.flat().sort();
}

/** Returns all imports of the files: static, dynamic, `export … from` and `import('…')` in a type. */
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

/**
 * Returns the import specifiers of a source or built file with their offsets. Throws when the file cannot be parsed.
 */
export function findSpecifiers(file: string, source: string) {
	const { program, errors } = parseSync(file, source);
	const [error] = errors;
	if (error) throw new Error(`${file} cannot be parsed: ${error.message}`);
	const found: { offset: number; specifier: string; typeOnly: boolean }[] = [];
	collectSpecifiers(program, found);
	return found;
}

const IMPORT_NODE_TYPES = new Set([
	'ImportDeclaration',
	'ExportNamedDeclaration',
	'ExportAllDeclaration',
	'ImportExpression',
	'TSImportType',
]);

function collectSpecifiers(
	node: unknown,
	found: { offset: number; specifier: string; typeOnly: boolean }[],
): void {
	if (Array.isArray(node)) {
		for (const child of node) collectSpecifiers(child, found);
		return;
	}
	if (!isNode(node)) return;
	const source = node.source;
	if (IMPORT_NODE_TYPES.has(node.type) && isNode(source)) {
		const specifier = findText(source);
		if (specifier !== null) found.push({ offset: node.start, specifier, typeOnly: isTypeOnly(node) });
	}
	for (const child of Object.values(node)) if (typeof child === 'object') collectSpecifiers(child, found);
}

type Node = { type: string; start: number; [key: string]: unknown };

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Returns the text of a string or of a template without placeholders, or null for a computed specifier. */
function findText(source: Node): string | null {
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
	const withoutQuery = specifier.replace(/\?.*$/, '');
	const resolved = withoutQuery.startsWith('~/')
		? path.posix.normalize(withoutQuery.slice(2))
		: /^\.{1,2}(\/|$)/.test(withoutQuery)
			? path.posix.join(path.posix.dirname(file), withoutQuery)
			: null;
	if (resolved === null) return null;
	const candidates = [
		resolved,
		`${resolved}.ts`,
		`${resolved}.tsx`,
		`${resolved}/index.ts`,
		`${resolved}/index.tsx`,
	];
	return candidates.find((candidate) => known.has(candidate)) ?? resolved;
}
