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

export default defineConfig({
	plugins: [vanillaExtractPlugin(), reactRouter(), keepServerOut()],
	resolve: { tsconfigPaths: true },
	// No data: addresses: the Content-Security-Policy takes fonts from our own address only.
	build: { assetsInlineLimit: 0 },
	environments: {
		// start.ts re-exports the build; what react-router-serve is given stands under the build's usual name.
		ssr: { build: { rollupOptions: { input: './server/start.ts' } } },
	},
});
