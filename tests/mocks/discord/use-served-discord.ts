import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { serveDiscordStandIn } from './serve.ts';
import { createDiscordStandIn, type DiscordStandIn } from './stand-in.ts';

type Called = { status: number; headers: Headers; body: Record<string, unknown> };
export type ServedDiscord = DiscordStandIn & {
	/** Where it is served, such as `http://127.0.0.1:40000`; known once tests run. */
	url(): string;
	/** Calls a REST route as the bot. */
	call(method: string, path: string, body?: unknown, authorization?: string): Promise<Called>;
};

/**
 * Serves Discord with its gateway to the tests of a file, over loopback; after each one, nothing may have broken
 * Discord's schema. A test that provokes a violation takes it out with `violations.splice(0)`.
 */
export function useServedDiscord(): ServedDiscord {
	const standIn = createDiscordStandIn();
	let served: Awaited<ReturnType<typeof serveDiscordStandIn>> | undefined;
	const url = () => {
		if (!served) throw new Error('The stand-in is served while tests run, not before');
		return served.url;
	};
	beforeAll(async () => {
		served = await serveDiscordStandIn(standIn);
	});
	beforeEach(() => standIn.reset());
	afterEach(() => expect(standIn.state.violations).toEqual([]));
	afterAll(() => served?.close());
	return {
		...standIn,
		url,
		call: async (method, path, body, authorization = `Bot ${standIn.state.guild.botToken}`) => {
			const answer = await fetch(`${url()}/api/v10${path}`, {
				method,
				headers: {
					Authorization: authorization,
					...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
				},
				body: body === undefined ? null : JSON.stringify(body),
			});
			const text = await answer.text();
			return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : {} };
		},
	};
}
