import { readFile } from 'node:fs/promises';
import path from 'node:path';

type Block = { section: string; language: string; lines: string[] };

/** The sections of operations.md whose commands tests/clean-clone runs word for word, without those of docker. */
export const FOLLOWED_SECTIONS = ['Without containers', 'Updating', 'Backups'];

const FENCE = /^(#{2,3} .*)$|^```(\w*)\n([\s\S]*?)^```$/gm;

/**
 * Returns the fenced blocks of a document of docs/ in their order, each with the heading above it and without comments.
 */
export async function readBlocks(document: string): Promise<Block[]> {
	const text = await readFile(path.join(import.meta.dirname, '../../docs', document), 'utf8');
	let section = '';
	return [...text.matchAll(FENCE)].flatMap(([, heading, language = '', content = '']) => {
		if (heading !== undefined) {
			section = heading.replace(/^#+ /, '');
			return [];
		}
		const lines = content.split('\n').map((line) => line.replace(/\s+# .*$/, '').trim());
		return [{ section, language, lines: lines.filter((line) => line !== '') }];
	});
}
