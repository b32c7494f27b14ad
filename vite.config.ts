import path from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import { defineConfig, type Plugin } from 'vite';

/** Returns a plugin that fails the build when the browser's bundle contains anything but app/ and domain/. */
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

/**
 * Inputs of the server build besides start.ts, with fixed output names that other code relies on: the build for
 * react-router-serve, auto-split's worker thread, and the commands for the database and the set-up.
 */
const SERVER_INPUTS = {
	'app.js': 'server/start/app.ts',
	'auto-split-worker.js': 'server/workers/auto-split-worker.ts',
	'database.js': 'database/cli.ts',
	'doctor.js': 'server/start/doctor.ts',
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

/**
 * The packages that the server loads from `node_modules`; the build contains all others, because hundreds of files take
 * long to load. react-router-serve brings the router with it, which must not be there twice. The others have files
 * beside their code.
 */
const SEPARATE_PACKAGES = [
	...['react', 'react-dom', 'react-router', '@react-router/node'],
	...['pino', 'sharp', 'umzug'],
];

/** Files of packages alone. A server that loads a package later does not load its file before. */
const PACKAGES = { name: 'packages', test: /node_modules/, entriesAware: true };

/**
 * Node reports no deprecated calls in a folder with this name, as they are not ours. In such a folder it knows by `.mjs`
 * alone, without reading the code, that a file is a module.
 */
const nameServerFile = ({ name }: { name: string }) =>
	name.startsWith(PACKAGES.name) ? 'node_modules/[name]-[hash].mjs' : 'assets/[name]-[hash].js';

/**
 * The main file of a package is the one that Node loads. Of the others that bundlers prefer, `require` gets a namespace
 * instead of what the package exports.
 */
const BUNDLED = { noExternal: true as const, external: SEPARATE_PACKAGES, mainFields: [] };

/** Optional parts of pg, Sequelize and discord.js, which are not installed. */
const MISSING_PACKAGES = [
	...['pg-hstore', 'pg-native'],
	...['@discordjs/opus', 'bufferutil', 'erlpack', 'utf-8-validate', 'zlib-sync'],
];

/** Parts of the interface that neither the frame nor the event list needs: they are in `fields`. */
const OTHER_PARTS = [
	'change-table|collapsible|dialog|disclosure|field\\.|form-values|html-cache|image-field|leave-guard|linked-text|offer-undo|picture-field',
	'progress|repeat-fields|script-characters|series-notice|signup-question|table|use-copy|use-focus-kept|use-form-fields|use-modal',
	'use-polled|use-typed-text|user-picker|welcome',
].join('|');
const KIT = new RegExp(
	[
		`/app/(ui|shell)/(?!${OTHER_PARTS})`,
		'/(shell/signup-question|routes/events/event-card)\\.css',
		'/domain/(time/(day|format|wall-parts|zones)|users/(display|roles)|events/countdown|signups/(standing|statuses))\\b',
	].join('|'),
);

/** What only an event page and the dialogs on it need. */
const EVENT_PARTS =
	/\/(routes\/event\/event-actions|routes\/groups\/preferences\.css|domain\/groups\/texts|domain\/signups\/stay)\b/;

/**
 * Code of many pages is bundled in few files, as each is a request. Pages without a form do not load zod and the
 * fields.
 */
const SHARED_FILES = [
	{ name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 3 },
	{ name: 'conform', test: /node_modules\/@conform-to\/(dom|react)\/|\/use-form-fields/, priority: 3 },
	{ name: 'forms', test: /node_modules\/(zod|@conform-to)\//, priority: 2 },
	{ name: 'kit', test: KIT, minShareCount: 2, priority: 1 },
	{ name: 'fields', test: /\/app\/(ui|shell)\//, minShareCount: 3 },
	{ name: 'event', test: EVENT_PARTS, minShareCount: 2 },
];

export default defineConfig(({ command }) => ({
	plugins: [vanillaExtractPlugin(), reactRouter(), keepServerOut(), buildServerInputs()],
	resolve: { tsconfigPaths: true },
	// No data: URLs, because the Content-Security-Policy allows fonts only from our own origin.
	build: { assetsInlineLimit: 0 },
	environments: {
		client: {
			build: {
				rolldownOptions: {
					output: { codeSplitting: { groups: SHARED_FILES } },
					// A page that uses one function of a file of rules does not load what the others need.
					treeshake: { moduleSideEffects: [{ test: /\/domain\//, sideEffects: false }] },
				},
			},
		},
		ssr: {
			// The development server loads each package as it is.
			resolve: command === 'build' ? BUNDLED : {},
			build: {
				rolldownOptions: {
					input: './server/start.ts',
					external: MISSING_PACKAGES,
					output: { chunkFileNames: nameServerFile, codeSplitting: { groups: [PACKAGES] } },
				},
			},
		},
	},
}));
