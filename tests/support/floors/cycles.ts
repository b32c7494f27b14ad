import type { Import } from './imports.ts';

/**
 * The cycles between files, one for each knot, as the import that closes it and the files it runs through.
 * Imports of types alone are left out: nothing of them is there when the program runs. So are the models among themselves:
 * Sequelize's associations name both sides, as functions that are called after all models are loaded.
 */
export function findCycles(imports: Import[]): { closing: Import; files: string[] }[] {
	const arrows = new Map<string, Import[]>();
	for (const each of imports) {
		if (each.typeOnly || each.target === null || isBetweenModels(each)) continue;
		arrows.set(each.file, [...(arrows.get(each.file) ?? []), each]);
	}
	const cycles: { closing: Import; files: string[] }[] = [];
	const done = new Set<string>();
	const path: string[] = [];
	const visit = (file: string): void => {
		path.push(file);
		for (const arrow of arrows.get(file) ?? []) {
			const target = arrow.target ?? '';
			const start = path.indexOf(target);
			if (start !== -1) cycles.push({ closing: arrow, files: [...path.slice(start), target] });
			else if (!done.has(target)) visit(target);
		}
		path.pop();
		done.add(file);
	};
	for (const file of arrows.keys()) if (!done.has(file)) visit(file);
	return cycles;
}

function isBetweenModels({ file, target }: Import): boolean {
	return [file, target ?? ''].every((each) => each.startsWith('database/models/'));
}
