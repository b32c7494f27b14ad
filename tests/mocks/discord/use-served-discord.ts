import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { serveDiscordStandIn } from './serve.ts';
import { createDiscordStandIn, type DiscordStandIn } from './stand-in.ts';
import { forgetSentRequests } from './use-discord.ts';

type CallResult = { status: number; headers: Headers; body: Record<string, unknown> };
export type ServedDiscord = DiscordStandIn & {
	/** Returns the served URL, such as `http://127.0.0.1:40000`. Works only while tests run. */
	url(): string;
	/** Sends a request to a REST route, by default as the bot. */
	call(method: string, path: string, body?: unknown, authorization?: string): Promise<CallResult>;
};

/**
 * Serves the Discord stand-in and its gateway over loopback to the tests of a file, and fails a test that violates
 * Discord's schema. A test that causes a violation on purpose removes it with `violations.splice(0)`.
 */
export function useServedDiscord(): ServedDiscord {
	const standIn = createDiscordStandIn();
	let served: Awaited<ReturnType<typeof serveDiscordStandIn>> | undefined;
	const url = () => {
		if (!served) throw new Error('The stand-in is served only while tests run.');
		return served.url;
	};
	beforeAll(async () => {
		served = await serveDiscordStandIn(standIn);
	});
	beforeEach(async () => {
		standIn.reset();
		await forgetSentRequests();
	});
	afterEach(() => expect(standIn.state.violations).toEqual([]));
	afterAll(() => served?.close());
	return {
		...standIn,
		url,
		call: async (method, path, body, authorization = `Bot ${standIn.state.guild.botToken}`) => {
			const response = await fetch(`${url()}/api/v10${path}`, {
				method,
				headers: {
					Authorization: authorization,
					...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
				},
				body: body === undefined ? null : JSON.stringify(body),
			});
			const text = await response.text();
			return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} };
		},
	};
}
