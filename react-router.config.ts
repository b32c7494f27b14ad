import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const compress = promisify(brotliCompress);

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(css|js|json|svg|txt|webmanifest)$/;

export default {
	appDirectory: 'app',
	ssr: true,
	buildEnd: ({ viteConfig }) => compressFiles(path.join(viteConfig.root, 'build', 'client')),
} satisfies Config;

/** Writes a brotli copy (`*.br`) beside each file that the server sends to browsers. */
async function compressFiles(folder: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
	await Promise.all(
		files.map(async ({ parentPath, name }) => {
			const content = await readFile(path.join(parentPath, name));
			const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
			await writeFile(path.join(parentPath, `${name}.br`), await compress(content, { params }));
		}),
	);
}
