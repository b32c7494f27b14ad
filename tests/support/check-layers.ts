import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCycles } from './layers/cycles.ts';
import { listSourceFiles, readImports } from './layers/imports.ts';
import { findViolation } from './layers/rules.ts';

/** Returns one printable line for each import under `root` that breaks a layer rule or closes an import cycle. */
export async function checkLayers(root: string): Promise<string[]> {
	const files = await listSourceFiles(root);
	const imports = await readImports(root, files);
	const forbidden = imports.flatMap((each) => {
		const reason = findViolation(each);
		return reason === null ? [] : [`${each.file}:${each.line}  imports ${each.specifier}: ${reason}`];
	});
	const cycles = findCycles(imports).map(
		({ closing, files }) =>
			`${closing.file}:${closing.line}  imports ${closing.specifier}: closes a cycle, ${files.join(' → ')}`,
	);
	return [...forbidden, ...cycles];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const violations = await checkLayers(path.resolve(import.meta.dirname, '../..'));
	for (const violation of violations) console.error(violation);
	if (violations.length > 0) {
		console.error(`\n${violations.length} imports break the layer rules in docs/architecture.md.`);
		process.exitCode = 1;
	}
}
