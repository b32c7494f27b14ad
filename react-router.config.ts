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
	buildEnd: async ({ reactRouterConfig, viteConfig }) => {
		if (!viteConfig.isProduction) return;
		const folder = path.join(reactRouterConfig.buildDirectory, 'client');
		await removeCalls(path.join(folder, 'assets'));
		await compressFiles(folder);
	},
} satisfies Config;

type ManifestRoute = { path?: string; hasDefaultExport: boolean };

/**
 * Removes the calls of /api from the list of routes that browsers load. They are half of it, and no link or form of a page
 * leads to one: the sign-in loads a document.
 */
async function removeCalls(folder: string): Promise<void> {
	const name = (await readdir(folder)).find((file) => file.startsWith('manifest-')) ?? '';
	const file = path.join(folder, name);
	const text = await readFile(file, 'utf8');
	const start = text.indexOf('=') + 1;
	const manifest = JSON.parse(text.slice(start, -1)) as { routes: Record<string, ManifestRoute> };
	for (const [id, route] of Object.entries(manifest.routes))
		if (route.path?.startsWith('api/') && !route.hasDefaultExport) delete manifest.routes[id];
	await writeFile(file, `${text.slice(0, start)}${JSON.stringify(manifest)};`);
}

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
