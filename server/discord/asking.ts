import { setTimeout as wait } from 'node:timers/promises';
import { DiscordAPIError } from 'discord.js';
import { Refusal } from '~/domain/refusal.ts';
import { DiscordUnavailable } from './client.ts';

/** How long one piece of work may wait for Discord's rate limits, all waits together. */
const PATIENCE_SECONDS = 30;

const FORBIDDEN =
	'Discord does not let the bot read its events. Please give its role on the server “View Channels” and “Manage Events”.';

/**
 * Runs a call that somebody waits for, and turns Discord's failure into a refusal (502) that says what is wrong and what
 * to do; `forbidden` is that for a 403. Anything else passes as it is.
 */
export async function askDiscord<T>(call: () => Promise<T>, forbidden = FORBIDDEN): Promise<T> {
	try {
		return await call();
	} catch (error) {
		throw asUpstream(error, forbidden);
	}
}

export type Patience = { waitFor(error: unknown): Promise<boolean> };

/** `askDiscord` for work that may take its time: a rate limit is waited for as long as `patience` lasts. */
export async function askPatiently<T>(call: () => Promise<T>, patience: Patience): Promise<T> {
	for (;;) {
		try {
			return await call();
		} catch (error) {
			if (!(await patience.waitFor(error))) throw asUpstream(error);
		}
	}
}

/**
 * A budget for rate limits: `waitFor(error)` waits as long as Discord asks for and answers true; it answers false for
 * any other error, and when the wait would be longer than what is left of `seconds`.
 */
export function makePatience(seconds = PATIENCE_SECONDS): Patience {
	let left = seconds;
	return {
		async waitFor(error) {
			if (!(error instanceof DiscordUnavailable) || error.status !== 429) return false;
			const needed = error.retryAfter ?? 1;
			if (needed > left) return false;
			left -= needed;
			await wait(needed * 1_000);
			return true;
		},
	};
}

/** Runs a call again after each rate limit for as long as `patience` lasts; any other failure passes as it is. */
export async function outlastLimits<T>(call: () => Promise<T>, patience: Patience): Promise<T> {
	for (;;) {
		try {
			return await call();
		} catch (error) {
			if (!(await patience.waitFor(error))) throw error;
		}
	}
}

/** Discord's failure as a refusal (502) with a text for people; anything else as it is. */
export function asUpstream(error: unknown, forbidden = FORBIDDEN): unknown {
	if (error instanceof DiscordUnavailable) {
		const wait = error.retryAfter === undefined ? {} : { retryAfter: error.retryAfter };
		return new Refusal('upstream', describe(error, forbidden), { ...wait, cause: error });
	}
	// Without its cause: the request hangs on it.
	if (error instanceof DiscordAPIError) return new Refusal('upstream', describeNo(error));
	return error;
}

function describe({ status, retryAfter, message }: DiscordUnavailable, forbidden: string): string {
	if (status === 401) return 'Discord does not accept the bot’s token. Please check DISCORD_BOT_TOKEN.';
	if (status === 403) return forbidden;
	if (status === 429) {
		return `Discord asks us to wait. Please try again ${retryAfter === undefined ? 'in a moment' : `in ${retryAfter} s`}.`;
	}
	if (status !== null && status >= 500)
		return `Discord has trouble (${status}). Please try again in a moment.`;
	return `${message}. Please try again in a moment.`;
}

const UNKNOWN_GUILD = 10004;

function describeNo({ code, status }: DiscordAPIError): string {
	if (Number(code) === UNKNOWN_GUILD) {
		return 'Discord does not know the server, or the bot is not on it. Please check DISCORD_GUILD_ID.';
	}
	return `Discord answered ${status} (code ${code}).`;
}
