import {
	createRequestHandler,
	Outlet,
	RouterContextProvider,
	Scripts,
	type ServerBuild,
	useLoaderData,
} from 'react-router';
import { expect, test, vi } from 'vitest';
import { factsContext, type RequestFacts } from '~/server/http/context.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import * as entry from './entry.server.tsx';

useTestEnvironment();
vi.mock('~/server/services.ts', () => ({ startServices: () => undefined }));

const loader = () => ({ title: 'Friday' });
const Page = () => <h1>{useLoaderData<typeof loader>().title}</h1>;
const Root = () => (
	<html lang="en">
		<body>
			<Outlet />
			<Scripts />
		</body>
	</html>
);

/** A build with one page, as React Router's compiler would write it. */
const build = {
	entry: { module: entry },
	routes: {
		root: { id: 'root', path: '', module: { default: Root } },
		page: { id: 'page', parentId: 'root', index: true, module: { default: Page, loader } },
	},
	assets: {
		entry: { module: '/entry.js', imports: [] },
		routes: {
			root: { id: 'root', path: '', module: '/root.js', hasLoader: false },
			page: { id: 'page', parentId: 'root', index: true, module: '/page.js', hasLoader: true },
		},
		url: '/manifest.js',
		version: '1',
	},
	basename: '/',
	publicPath: '/',
	assetsBuildDirectory: 'build/client',
	future: {},
	ssr: true,
	isSpaMode: false,
	prerender: [],
	routeDiscovery: { mode: 'initial' },
} as unknown as ServerBuild;

test('React Router writes the whole data of the loaders with the page, from the cache that it is given', async () => {
	const context = new RouterContextProvider();
	context.set(factsContext, { nonce: 'n' } as RequestFacts);
	const response = await createRequestHandler(build, 'production')(new Request('http://localhost/'), context);
	const html = await response.text();
	expect(html).toContain('<h1>Friday</h1>');
	const missing =
		'React Router has changed renderMeta.streamCache or serverHandoffStream: app/entry.server.tsx hands over no data, so pages would not start in the browser.';
	expect(html.match(/streamController\.enqueue\((".*?")\);<\/script>/)?.[1] ?? '', missing).toContain(
		'Friday',
	);
	expect(html.split('streamController.close()'), missing).toHaveLength(2);
	expect(html.split('streamController.enqueue('), missing).toHaveLength(2);
});
