import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { serveDiscordStandIn } from './serve.ts';
import { createDiscordStandIn, type DiscordStandIn } from './stand-in.ts';

/**
 * Plays Discord to the tests of a file; after each one, nothing may have broken Discord's schema. With `gateway` it is
 * served beside, and `/gateway/bot` leads there; the REST side stays at `STAND_IN_ORIGIN`.
 */
export function useDiscord({ gateway = false } = {}): DiscordStandIn {
	const standIn = createDiscordStandIn();
	const server = setupServer(...standIn.handlers);
	let close: (() => Promise<void>) | undefined;
	beforeAll(async () => {
		server.listen({ onUnhandledFrame: 'error' });
		if (!gateway) return;
		const served = await serveDiscordStandIn(standIn);
		close = served.close;
		server.use(http.get(`${served.url}/`, () => passthrough()));
	});
	beforeEach(() => standIn.reset());
	afterEach(() => expect(standIn.state.violations).toEqual([]));
	afterAll(async () => {
		await close?.();
		server.close();
	});
	return standIn;
}
