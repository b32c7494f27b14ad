import type { DiscordAPIError, RateLimitError, RawFile, REST, RESTOptions, Routes } from 'discord.js';
import { type TracedWork, traceWork } from '~/database/tracing.ts';
import { config } from '../config.ts';
import { countDiscordCall, type DiscordOutcome } from '../metrics.ts';

let discordJs: typeof import('discord.js') | undefined;

/** Returns discord.js. The first call loads it, because its code would delay the start, and pages do not use it. */
export async function loadDiscordJs(): Promise<typeof import('discord.js')> {
	discordJs ??= await import('discord.js');
	return discordJs;
}

/** Returns whether an error is Discord's response to a request of discord.js, which must be loaded (`loadDiscordJs`). */
export const isDiscordApiError = (error: unknown): error is DiscordAPIError =>
	discordJs !== undefined && error instanceof discordJs.DiscordAPIError;

/** The error codes of Discord that the application handles in different ways. */
export const DISCORD_CODES = {
	unknownChannel: 10003,
	unknownGuild: 10004,
	unknownMember: 10007,
	unknownMessage: 10008,
	unknownRole: 10011,
	unknownUser: 10013,
	unknownEvent: 10070,
	tooManyEvents: 30038,
	missingAccess: 50001,
	refusesMessages: 50007,
	missingPermissions: 50013,
	missingScope: 50026,
	invalidFields: 50035,
	archivedThread: 50083,
	noMutualServer: 50278,
	threadExists: 160004,
	finishedEvent: 180000,
} as const;

/** How long one call without a picture may take, including its wait in the request queue. */
export const DISCORD_TIMEOUT_MS = 5_000;

/** How long a call that sends a picture may take: up to 14 MB, on a slow connection. */
const PICTURE_TIMEOUT_MS = 30_000;

/**
 * Thrown when Discord gives no usable response: network error, timeout, 429, 401, 403 or 5xx. `retryAfter` is
 * in seconds. `isPartialLimit`: a 429 for one message, channel or server only, so other calls may go on.
 */
export class DiscordUnavailable extends Error {
	override readonly name = 'DiscordUnavailable';
	/** Discord's status; null when there was no response. */
	readonly status: number | null;
	/** Discord's error code, if it sent one. */
	readonly code: number | undefined;
	readonly retryAfter: number | undefined;
	readonly isPartialLimit: boolean;

	constructor(
		message: string,
		details: {
			status?: number | null;
			code?: number | undefined;
			retryAfter?: number;
			isPartialLimit?: boolean;
		} = {},
	) {
		super(message);
		this.status = details.status ?? null;
		this.code = details.code;
		this.retryAfter = details.retryAfter;
		this.isPartialLimit = details.isPartialLimit ?? false;
	}
}

/** Returns whether Discord asks us to wait (429). */
export function isRateLimit(error: unknown): error is DiscordUnavailable {
	return error instanceof DiscordUnavailable && error.status === 429;
}

let bot: REST | undefined;

/**
 * Returns the bot's REST client, one per process. It never retries: a repeated create would make a second event, and
 * responses with 401 or 403 count towards a ban by Discord. It throws on a rate limit, so that no page waits for it.
 */
export async function getBotRest(): Promise<REST> {
	const { REST } = await loadDiscordJs();
	bot ??= createRest(REST, 'Bot').setToken(config().DISCORD_BOT_TOKEN);
	return bot;
}

type GetRoute = (routes: typeof Routes) => `/${string}`;

/**
 * Returns a function that reads a route with a user's access token. It throws as `callDiscord` does, is used during one
 * sign-in only, and starts no timers that would keep running afterwards.
 */
export async function createUserReader(
	accessToken: string,
): Promise<(getRoute: GetRoute) => Promise<unknown>> {
	const { REST, Routes } = await loadDiscordJs();
	const rest = createRest(REST, 'Bearer').setToken(accessToken);
	return (getRoute) => callDiscord(rest, (signal) => rest.get(getRoute(Routes), { signal }));
}

function createRest(Client: typeof REST, authPrefix: 'Bot' | 'Bearer'): REST {
	return new Client({
		api: config().DISCORD_API_URL,
		version: '10',
		authPrefix,
		makeRequest: request,
		retries: 0,
		// The limit of each call is the signal of `callDiscord`, which is never longer than this.
		timeout: PICTURE_TIMEOUT_MS,
		rejectOnRateLimit: () => true,
		...(authPrefix === 'Bearer' ? { hashSweepInterval: 0, handlerSweepInterval: 0 } : {}),
	});
}

/** Returns the REST options of a gateway client, which waits for rate limits itself. */
export const gatewayRestOptions = (): Partial<RESTOptions> => ({
	api: config().DISCORD_API_URL,
	version: '10',
	makeRequest: request,
	retries: 0,
	timeout: DISCORD_TIMEOUT_MS,
});

/**
 * Calls the global fetch, which is looked up for each call so that a later replacement (msw) is used. The
 * cast is needed because the two types of the body differ.
 */
const request: RESTOptions['makeRequest'] = (url, init) =>
	traceWork(
		() => describeDiscordCall(new URL(url), init.method ?? 'GET'),
		async (span) => {
			const response = await fetch(url, init as RequestInit);
			if (span) span.attributes['http.response.status_code'] = response.status;
			return withRetryAfter(response);
		},
	) as unknown as ReturnType<RESTOptions['makeRequest']>;

/**
 * Returns the response with the wait of a 429 in its header, where discord.js looks for it. Discord sends the limits of
 * one message (code 30046) only in the body.
 */
async function withRetryAfter(response: Response): Promise<Response> {
	if (response.status !== 429 || response.headers.has('Retry-After')) return response;
	const body = await response.text();
	const headers = new Headers(response.headers);
	const seconds = /"retry_after":\s*(\d+(?:\.\d+)?)/.exec(body)?.[1];
	if (seconds) headers.set('Retry-After', seconds);
	return new Response(body, { status: response.status, headers });
}

/** Returns the span of a call to Discord: its method and its path without IDs, tokens and query. */
export function describeDiscordCall({ host, pathname }: URL, method: string): TracedWork {
	const template = toPathTemplate(pathname);
	return {
		kind: 'client',
		name: `${method} ${template}`,
		attributes: { 'http.request.method': method, 'server.address': host, 'url.template': template },
	};
}

/**
 * The names in Discord's paths, such as `scheduled-events` and `@me`. A token follows the ID of what is used with it.
 */
const PATH_NAME = /^(@?[a-z-]+|v\d+)$/;

/** Returns a path with `:id` or `:token` for each part that is no name. */
export const toPathTemplate = (path: string): string =>
	path
		.split('/')
		.map((part, index, parts) => {
			if (['webhooks', 'interactions'].includes(parts[index - 2] ?? '')) return ':token';
			return part === '' || PATH_NAME.test(part) ? part : ':id';
		})
		.join('/');

/**
 * Runs a call and returns its result. Throws `DiscordUnavailable` when it fails, except when Discord rejects
 * the request itself (4xx other than 401, 403 and 429): that stays a `DiscordAPIError`, so that its code can
 * be read. `sendsPicture` gives the call more time.
 */
async function callDiscord<T>(
	rest: REST,
	call: (signal: AbortSignal) => Promise<unknown>,
	{ sendsPicture = false } = {},
): Promise<T> {
	try {
		const result = await call(AbortSignal.timeout(sendsPicture ? PICTURE_TIMEOUT_MS : DISCORD_TIMEOUT_MS));
		countDiscordCall('ok');
		return result as T;
	} catch (error) {
		countDiscordCall(toOutcome(error));
		if (isDiscordApiError(error) && ![401, 403, 429].includes(error.status)) throw error;
		// discord.js drops its token at the first 401; one unexpected response must not disable the bot until the
		// next restart.
		if (rest === bot) rest.setToken(config().DISCORD_BOT_TOKEN);
		throw asUnavailable(error);
	}
}

type BotRequest = {
	query?: Record<string, string>;
	body?: unknown;
	files?: RawFile[];
	/** What the audit log of the Discord server shows. */
	reason?: string;
	sendsPicture?: boolean;
};

/** Sends a request with the bot's token, and returns the response. Throws as `callDiscord` does. */
export async function callAsBot(
	method: 'get' | 'post' | 'patch' | 'put' | 'delete',
	getRoute: GetRoute,
	{ query, sendsPicture = false, ...content }: BotRequest = {},
): Promise<unknown> {
	const rest = await getBotRest();
	const route = getRoute((await loadDiscordJs()).Routes);
	const sent = { ...content, ...(query && { query: new URLSearchParams(query) }) };
	return callDiscord(rest, (signal) => rest[method](route, { ...sent, signal }), { sendsPicture });
}

const UNDELIVERABLE_CODES: readonly unknown[] = [DISCORD_CODES.refusesMessages, DISCORD_CODES.noMutualServer];

function toOutcome(error: unknown): DiscordOutcome {
	const status = readNumber(error, 'status');
	// discord.js itself throws an error with `retryAfter` while it knows of a rate limit.
	if (status === 429 || readNumber(error, 'retryAfter') !== undefined) return 'rate_limited';
	if (status === undefined || status >= 500) return 'failed';
	if (UNDELIVERABLE_CODES.includes(readNumber(error, 'code'))) return 'undeliverable';
	if (status === 401 || status === 403) return 'refused';
	return status === 404 ? 'not_found' : 'invalid';
}

/** Returns an error without the request, whose address and body must not be logged. */
function asUnavailable(error: unknown): DiscordUnavailable {
	const status = readNumber(error, 'status');
	if (status !== undefined)
		return new DiscordUnavailable(`Discord responded with ${status}`, {
			status,
			code: readNumber(error, 'code'),
		});
	const wait = readNumber(error, 'retryAfter');
	if (wait !== undefined) {
		// discord.js adds a twentieth of a second to Discord's whole seconds.
		const retryAfter = Math.max(1, Math.round(wait / 1000));
		// discord.js calls the ID in a path after which Discord counts the major parameter; 'global' stands for none.
		const { global: isGlobal, majorParameter } = error as RateLimitError;
		const isPartialLimit = !isGlobal && majorParameter !== 'global';
		return new DiscordUnavailable('Discord asked us to wait', { status: 429, retryAfter, isPartialLimit });
	}
	const isTimeout = error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name);
	return new DiscordUnavailable(
		isTimeout ? "Discord didn't respond in time" : 'Discord could not be reached',
	);
}

function readNumber(value: unknown, key: string): number | undefined {
	if (typeof value !== 'object' || value === null) return undefined;
	const found: unknown = Reflect.get(value, key);
	return typeof found === 'number' ? found : undefined;
}
