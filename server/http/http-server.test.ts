import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { LoaderFunctionArgs, ServerBuild } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createHttpServer } from './http-server.ts';
import { createCsvResponse } from './streamed-body.ts';

useTestEnvironment();

let close: () => unknown = () => undefined;
afterEach(() => close());

test('gives a client 30 seconds for the head, and for each byte of the body and the response', () => {
	const build = { routes: {}, assets: { routes: {} } } as unknown as ServerBuild;
	expect(createHttpServer(build, 'public')).toMatchObject({ timeout: 30_000, headersTimeout: 30_000 });
});

/** Serves the pieces as a file, requests it and returns the response once its head has arrived. */
async function requestFile(
	pieces: AsyncGenerator<string, void, void>,
	accepted: string,
): Promise<IncomingMessage> {
	const loader = ({ request }: LoaderFunctionArgs) => createCsvResponse('x.csv', pieces, request);
	const routes = { file: { id: 'file', path: '/file', module: { loader } } };
	const build = {
		...{ routes, ssr: true, future: {}, routeDiscovery: { mode: 'initial' } },
		...{ assets: { routes }, entry: { module: {} } },
	} as unknown as ServerBuild;
	const server = createHttpServer(build, 'public').listen(0, '127.0.0.1');
	close = () => server.close();
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const headers = { 'Accept-Encoding': accepted };
	const [response] = await once(get({ port, path: '/file', headers, agent: false }), 'response');
	return response;
}

const LINE = 'a,b\r\n';
const ENCODINGS = ['identity', 'zstd'];

test.each(ENCODINGS)(
	'a file that fails in the middle does not end like a whole one: %s',
	async (accepted) => {
		vi.spyOn(console, 'error').mockImplementation(() => undefined);
		for (const count of [0, 1, 1_000]) {
			async function* fail() {
				for (let n = 0; n < count; n += 1) yield LINE.repeat(100);
				throw new Error('The database is gone.');
			}
			const error = await requestFile(fail(), accepted).then(
				(response) =>
					response
						.resume()
						.toArray()
						.catch((reason: unknown) => reason),
				(reason: unknown) => reason,
			);
			expect([count, error]).toEqual([count, expect.objectContaining({ code: 'ECONNRESET' })]);
			close();
		}
	},
);

test.each(ENCODINGS)('a download that is cancelled stops the reading: %s', async (accepted) => {
	let made = 0;
	const stopped = Promise.withResolvers<void>();
	async function* make() {
		try {
			for (;;) {
				made += 1;
				yield LINE.repeat(1_000);
				await nextTurn();
			}
		} finally {
			stopped.resolve();
		}
	}
	const response = await requestFile(make(), accepted);
	await once(response, 'data');
	response.destroy();
	await stopped.promise;
	const last = made;
	await nextTurn();
	expect(made).toBe(last);
});
