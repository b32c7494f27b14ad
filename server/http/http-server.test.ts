import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createHttpServer } from './http-server.ts';

useTestEnvironment();

test('gives a client 30 seconds for the head, and for each byte of the body and the response', () => {
	const build = { routes: {}, assets: { routes: {} } } as unknown as ServerBuild;
	expect(createHttpServer(build, 'public')).toMatchObject({ timeout: 30_000, headersTimeout: 30_000 });
});
