import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Config } from '@react-router/dev/config';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(css|js|json|svg|txt|webmanifest)$/;

export default {
	appDirectory: 'app',
	ssr: true,
	routeDiscovery: { mode: 'initial' },
	// The client actions are small; in a separate file, each would be a request.
	splitRouteModules: false,
	// A test builds with React's warnings, beside the ordinary build.
	buildDirectory: process.env.NODE_ENV === 'development' ? 'build/development' : 'build',
	buildEnd: ({ reactRouterConfig, viteConfig }) =>
		viteConfig.isProduction
			? compressFiles(path.join(reactRouterConfig.buildDirectory, 'client'))
			: undefined,
} satisfies Config;

/** Writes compressed copies (`*.br`, `*.gz`) beside each file that the server sends to browsers. */
async function compressFiles(folder: string): Promise<void> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
	await Promise.all(
		files.map(async ({ parentPath, name }) => {
			const file = path.join(parentPath, name);
			const content = await readFile(file);
			const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
			await writeFile(`${file}.br`, await compressBrotli(content, { params }));
			await writeFile(`${file}.gz`, await compressGzip(content, { level: 9 }));
		}),
	);
}
