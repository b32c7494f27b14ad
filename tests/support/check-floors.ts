import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCycles } from './floors/cycles.ts';
import { listSources, readImports } from './floors/imports.ts';
import { judgeImport } from './floors/rules.ts';

/** Every import under `root` that runs against the floors or in a circle, one line each, ready to print. */
export async function checkFloors(root: string): Promise<string[]> {
	const files = await listSources(root);
	const imports = await readImports(root, files);
	const arrows = imports.flatMap((each) => {
		const reason = judgeImport(each);
		return reason === null ? [] : [`${each.file}:${each.line}  imports ${each.specifier}: ${reason}`];
	});
	const cycles = findCycles(imports).map(
		({ closing, files }) =>
			`${closing.file}:${closing.line}  imports ${closing.specifier}: closes a circle, ${files.join(' → ')}`,
	);
	return [...arrows, ...cycles];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
	const offences = await checkFloors(path.resolve(import.meta.dirname, '../..'));
	for (const offence of offences) console.error(offence);
	if (offences.length > 0) {
		console.error(`\n${offences.length} imports against the floors; docs/architecture.md shows them.`);
		process.exitCode = 1;
	}
}
