import type { Import } from './imports.ts';

/**
 * Returns one import cycle for each group of files that import each other: the import that closes it, and its files.
 * Type-only imports are ignored, because they do not exist at run time.
 */
export function findCycles(imports: Import[]): { closing: Import; files: string[] }[] {
	const importsByFile = new Map<string, Import[]>();
	for (const each of imports) {
		if (each.typeOnly || each.target === null) continue;
		importsByFile.set(each.file, [...(importsByFile.get(each.file) ?? []), each]);
	}
	const cycles: { closing: Import; files: string[] }[] = [];
	const done = new Set<string>();
	const path: string[] = [];
	const visit = (file: string): void => {
		path.push(file);
		for (const edge of importsByFile.get(file) ?? []) {
			const target = edge.target ?? '';
			const start = path.indexOf(target);
			if (start !== -1) cycles.push({ closing: edge, files: [...path.slice(start), target] });
			else if (!done.has(target)) visit(target);
		}
		path.pop();
		done.add(file);
	};
	for (const file of importsByFile.keys()) if (!done.has(file)) visit(file);
	return cycles;
}
