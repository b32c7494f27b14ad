import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Returns the app's sources without tests and comments: path and text. Each run of white space is one space, because
 * JSX breaks long texts into lines.
 */
export function readSources(): { file: string; source: string }[] {
	return ['app', 'domain', 'server', 'seeds']
		.flatMap((folder) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
		)
		.filter((file) => /(?<!\.test)\.tsx?$/.test(file))
		.map((file) => ({ file, source: removeComments(readFileSync(file, 'utf8')).replace(/\s+/g, ' ') }));
}

const removeComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
