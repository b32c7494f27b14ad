import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createDiscordStandIn, type DiscordStandIn } from './stand-in.ts';

/** Plays Discord to the tests of a file; after each one, nothing may have broken Discord's schema. */
export function useDiscord(): DiscordStandIn {
	const standIn = createDiscordStandIn();
	const server = setupServer(...standIn.handlers);
	beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
	beforeEach(() => standIn.reset());
	afterEach(() => expect(standIn.state.violations).toEqual([]));
	afterAll(() => server.close());
	return standIn;
}
