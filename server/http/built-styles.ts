import { readFileSync } from 'node:fs';
import path from 'node:path';

const texts = new Map<string, string | null>();

/**
 * Returns the text of a built stylesheet, or null when the build has no such file. Each file is read once. The folder
 * is below the working directory, as for the server that sends these files.
 */
export function readBuiltStyle(href: string): string | null {
	let text = texts.get(href);
	if (text === undefined) {
		// React Router adds an empty fragment to the address of a style that two routes share.
		text = readIfPresent(path.join('build/client', href.replace(/#$/, '')));
		texts.set(href, text);
	}
	return text;
}

function readIfPresent(file: string): string | null {
	try {
		return readFileSync(file, 'utf8');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
		throw error;
	}
}
