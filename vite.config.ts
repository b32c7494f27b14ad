import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig, type Plugin } from 'vite';

/** The browser's bundle holds app/ and domain/ only; anything else reaching it stops the build. */
function keepServerOut(): Plugin {
	return {
		name: 'townbell:keep-server-out',
		enforce: 'post',
		applyToEnvironment: (environment) => environment.name === 'client',
		generateBundle(_options, bundle) {
			for (const file of Object.values(bundle)) {
				if (file.type !== 'chunk') continue;
				const stray = Object.entries(file.modules).find(
					([id, module]) =>
						/\/(server|database|seeds|tests)\/[^?]*$/.test(id.replace(import.meta.dirname, '')) &&
						!id.includes('node_modules') &&
						module.renderedLength > 0,
				);
				if (stray) this.error(`${stray[0]} reaches the browser's bundle (${file.fileName}).`);
			}
		},
	};
}

/** Inputs of the server build besides start.ts, each under a name that others rely on: auto-split's thread, the database's commands. */
const SERVER_INPUTS = {
	'auto-split-worker.js': 'server/workers/auto-split-worker.ts',
	'database.js': 'database/cli.ts',
};

function buildServerInputs(): Plugin {
	return {
		name: 'townbell:server-inputs',
		apply: 'build',
		applyToEnvironment: (environment) => environment.name === 'ssr',
		buildStart() {
			for (const [fileName, id] of Object.entries(SERVER_INPUTS)) {
				this.emitFile({ type: 'chunk', id: path.join(import.meta.dirname, id), fileName });
			}
		},
	};
}

/** What many pages share comes in few files: each file is a request. zod stays apart from pages without a form. */
const SHARED_FILES = [
	{ name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
	{ name: 'forms', test: /node_modules\/(zod|@conform-to)\//, priority: 1 },
	{ name: 'kit', test: /\/app\/(ui|shell)\/|node_modules\/lucide/, minShareCount: 3 },
];

export default defineConfig({
	plugins: [vanillaExtractPlugin(), reactRouter(), keepServerOut(), buildServerInputs()],
	resolve: { tsconfigPaths: true },
	// No data: addresses: the Content-Security-Policy takes fonts from our own address only.
	build: { assetsInlineLimit: 0 },
	environments: {
		client: { build: { rolldownOptions: { output: { codeSplitting: { groups: SHARED_FILES } } } } },
		// start.ts re-exports the build; what react-router-serve is given stands under the build's usual name.
		ssr: { build: { rollupOptions: { input: './server/start.ts' } } },
	},
});
