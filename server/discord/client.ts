import { DiscordAPIError, REST, type RESTOptions } from 'discord.js';
import { config } from '../config.ts';

/** How long one call may take, its wait in the queue included. */
export const DISCORD_TIMEOUT_MS = 5_000;

/** Discord did not answer, or not usefully: network, timeout, 429, 401, 403, 5xx. `retryAfter` is in seconds. */
export class DiscordUnavailable extends Error {
	override readonly name = 'DiscordUnavailable';
	/** Discord's own status, null when there was no answer. */
	readonly status: number | null;
	readonly retryAfter: number | undefined;

	constructor(message: string, details: { status?: number | null; retryAfter?: number } = {}) {
		super(message);
		this.status = details.status ?? null;
		this.retryAfter = details.retryAfter;
	}
}

/** Whether Discord asked us to wait (429). */
export function isRateLimit(error: unknown): error is DiscordUnavailable {
	return error instanceof DiscordUnavailable && error.status === 429;
}

let bot: REST | undefined;

/**
 * The bot's REST client, one a process. Nothing is retried here: a repeated create would make a second event, and
 * 401 and 403 answers count towards Discord's ban. A rate limit is thrown, so that nobody's page waits for it.
 */
export function botRest(): REST {
	bot ??= createRest('Bot').setToken(config().DISCORD_BOT_TOKEN);
	return bot;
}

/** A client that speaks for one person during their sign-in; it is dropped afterwards, and has no timers to leave behind. */
export function createUserRest(accessToken: string): REST {
	return createRest('Bearer').setToken(accessToken);
}

function createRest(authPrefix: 'Bot' | 'Bearer'): REST {
	return new REST({
		api: config().DISCORD_API_URL,
		version: '10',
		authPrefix,
		makeRequest: request,
		retries: 0,
		timeout: DISCORD_TIMEOUT_MS,
		rejectOnRateLimit: () => true,
		...(authPrefix === 'Bearer' ? { hashSweepInterval: 0, handlerSweepInterval: 0 } : {}),
	});
}

/** How a gateway client reaches REST: as the bot does, but it waits for its turn itself. */
export const gatewayRestOptions = (): Partial<RESTOptions> => ({
	api: config().DISCORD_API_URL,
	version: '10',
	makeRequest: request,
	retries: 0,
	timeout: DISCORD_TIMEOUT_MS,
});

/** The platform's fetch, looked up at each call so that what replaces it later (msw) is seen; the two typings of its body differ. */
const request: RESTOptions['makeRequest'] = (url, init) =>
	fetch(url, init as RequestInit) as unknown as ReturnType<RESTOptions['makeRequest']>;

/**
 * Runs a call and turns whatever went wrong into `DiscordUnavailable`, except Discord's plain "no" to what was
 * asked (4xx other than 401, 403 and 429), which stays a `DiscordAPIError` for the caller to read.
 */
export async function callDiscord<T>(
	rest: REST,
	call: (signal: AbortSignal) => Promise<unknown>,
): Promise<T> {
	try {
		return (await call(AbortSignal.timeout(DISCORD_TIMEOUT_MS))) as T;
	} catch (error) {
		if (error instanceof DiscordAPIError && ![401, 403, 429].includes(error.status)) throw error;
		// discord.js forgets its token at the first 401; one odd answer must not silence the bot for good.
		if (rest === bot) rest.setToken(config().DISCORD_BOT_TOKEN);
		throw asUnavailable(error);
	}
}

/** The error without its request: discord.js hangs address and body on its own errors, which nobody may log. */
function asUnavailable(error: unknown): DiscordUnavailable {
	const status = readNumber(error, 'status');
	if (status !== undefined) return new DiscordUnavailable(`Discord answered ${status}`, { status });
	const wait = readNumber(error, 'retryAfter');
	if (wait !== undefined) {
		const retryAfter = Math.ceil(wait / 1000);
		return new DiscordUnavailable('Discord asked us to wait', { status: 429, retryAfter });
	}
	const isLate = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);
	return new DiscordUnavailable(isLate ? 'Discord did not answer in time' : 'Discord could not be reached');
}

function readNumber(value: unknown, key: string): number | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const found: unknown = Reflect.get(value, key);
	return typeof found === 'number' ? found : undefined;
}
