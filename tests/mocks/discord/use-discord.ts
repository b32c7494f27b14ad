import { http, passthrough } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { serveDiscordStandIn } from './serve.ts';
import { createDiscordStandIn, type DiscordStandIn } from './stand-in.ts';

/**
 * Provides the Discord stand-in to the tests of a file, and fails a test that violates Discord's schema. `gateway` also
 * serves the gateway, and `/gateway/bot` returns it. The REST routes stay at `STAND_IN_ORIGIN`.
 * `now` is the stand-in's clock.
 */
export function useDiscord({
	gateway = false,
	now = () => new Date(),
}: {
	gateway?: boolean;
	now?: () => Date;
} = {}): DiscordStandIn {
	const standIn = createDiscordStandIn({ now });
	const server = setupServer(...standIn.handlers);
	let close: (() => Promise<void>) | undefined;
	beforeAll(async () => {
		server.listen({ onUnhandledFrame: 'error' });
		if (!gateway) return;
		const served = await serveDiscordStandIn(standIn);
		close = served.close;
		server.use(http.get(`${served.url}/`, () => passthrough()));
	});
	beforeEach(async () => {
		standIn.reset();
		await forgetSentRequests();
	});
	afterEach(() => expect(standIn.state.violations).toEqual([]));
	afterAll(async () => {
		await close?.();
		server.close();
	});
	return standIn;
}

/**
 * Lets the bot's client forget what it has sent. It sends at most 50 requests in a second of the clock, and the tests of a
 * file may be faster than that, or stop the clock.
 */
export async function forgetSentRequests(): Promise<void> {
	const { getBotRest } = await import('~/server/discord/client.ts');
	if (process.env.DISCORD_BOT_TOKEN)
		Object.assign(await getBotRest(), { globalRemaining: 50, globalReset: -1, globalDelay: null });
}
