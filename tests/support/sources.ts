import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the app's sources without tests: path and text, every run of white space as one space (JSX breaks long texts into lines). */
export function readSources(): { file: string; source: string }[] {
	return ['app', 'domain', 'server', 'seeds']
		.flatMap((folder) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
		)
		.filter((file) => /(?<!\.test)\.tsx?$/.test(file))
		.map((file) => ({ file, source: readFileSync(file, 'utf8').replace(/\s+/g, ' ') }));
}
