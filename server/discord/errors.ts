import type { DiscordAPIError } from 'discord.js';
import type { AnnouncementKind } from '~/domain/discord/announcement.ts';
import { LOST_POSTS } from '~/domain/discord/post-problems.ts';
import { Refusal } from '~/domain/refusal.ts';
import { DISCORD_CODES, DiscordUnavailable, isDiscordApiError, isRateLimit } from './client.ts';

type Failure = DiscordUnavailable | DiscordAPIError;
type Text = string | ((failure: Failure) => string);
type Texts = Record<'request' | 'mirror', Text> & { announcement?: Text; groups?: Text };

const TRY_AGAIN = 'Please try again in a moment.';
const BAD_TOKEN = 'Discord does not accept the bot’s token. Please check DISCORD_BOT_TOKEN';
const MIRROR_FORBIDDEN =
	'Discord does not let the bot do this. Please give its role “Create Events” and “Manage Events”, then retry.';
const MIRROR_NO_RESPONSE = "Discord isn't responding. We'll keep trying.";
const ANNOUNCEMENT_FORBIDDEN =
	'Discord does not let the bot write in this channel. Please give its role “View Channel”, “Send Messages”, “Embed Links” and “Read Message History” there, then post again.';
const GROUPS_FORBIDDEN =
	'Discord does not let the bot post the groups. Please give its role “View Channel”, “Send Messages”, “Send Messages in Threads” and “Read Message History” in the announcement channel, then post again.';
const describeStatusAndCode: Text = (failure) =>
	`Discord responded with ${failure.status} (code ${getCode(failure)}).`;
const describeRefusedEvent: Text = (failure) => `Discord refused this event (code ${getCode(failure)}).`;

/**
 * The text for each reason of a failed call. `request` is for the user who waits for the response, `mirror` for the
 * admins who read why an event is not on Discord. `announcement` is there when the text for a message differs from
 * `mirror`, and `groups` when that for the message with the groups differs again. A job retries all but `request`.
 */
const TEXTS = {
	badToken: {
		request: `${BAD_TOKEN}.`,
		mirror: `${BAD_TOKEN}, then retry.`,
		announcement: `${BAD_TOKEN}, then post again.`,
	},
	forbidden: {
		request:
			'Discord does not let the bot read its events. Please give its role on the server “View Channels” and “Manage Events”.',
		mirror: MIRROR_FORBIDDEN,
		announcement: ANNOUNCEMENT_FORBIDDEN,
		groups: GROUPS_FORBIDDEN,
	},
	unknownChannel: {
		request: describeStatusAndCode,
		mirror: describeRefusedEvent,
		announcement: LOST_POSTS.event,
	},
	rateLimited: {
		request: (failure) => {
			const seconds = failure instanceof DiscordUnavailable ? failure.retryAfter : undefined;
			return `Discord asks us to wait. Please try again ${seconds === undefined ? 'in a moment' : `in ${seconds} s`}.`;
		},
		mirror: "Discord asks us to wait. We'll keep trying.",
	},
	serverError: {
		request: ({ status }) => `Discord has a problem (${status}). ${TRY_AGAIN}`,
		mirror: MIRROR_NO_RESPONSE,
	},
	noResponse: { request: ({ message }) => `${message}. ${TRY_AGAIN}`, mirror: MIRROR_NO_RESPONSE },
	invalidResponse: {
		request: ({ message }) => `${message}. ${TRY_AGAIN}`,
		mirror: "Discord sent a response we couldn't read.",
	},
	unknownGuild: {
		request: 'Discord does not know the server, or the bot is not on it. Please check DISCORD_GUILD_ID.',
		mirror: describeRefusedEvent,
	},
	tooManyEvents: {
		request: describeStatusAndCode,
		mirror:
			'Discord allows 100 open events on a server, and that limit is reached. Please delete some there, then retry.',
	},
	missingPermissions: {
		request: describeStatusAndCode,
		mirror: MIRROR_FORBIDDEN,
		announcement: ANNOUNCEMENT_FORBIDDEN,
		groups: GROUPS_FORBIDDEN,
	},
	invalidFields: {
		request: describeStatusAndCode,
		mirror: "Discord doesn't accept this event’s times or texts. Please change the event, then retry.",
		announcement: "Discord doesn't accept this event’s texts. Please change the event, then post again.",
		groups: "Discord doesn't accept the texts of these groups. Please change their names, then post again.",
	},
	archivedThread: {
		request: describeStatusAndCode,
		mirror: describeRefusedEvent,
		announcement:
			'The thread of this message is archived on Discord. Please write a message in the thread, then post again.',
	},
	otherCode: {
		request: describeStatusAndCode,
		mirror: describeRefusedEvent,
		announcement: (failure) => `Discord refused this message (code ${getCode(failure)}). You can post again.`,
	},
} satisfies Record<string, Texts>;
type Reason = keyof typeof TEXTS;

const REASONS_BY_CODE: Partial<Record<number, Reason>> = {
	[DISCORD_CODES.unknownChannel]: 'unknownChannel',
	[DISCORD_CODES.unknownGuild]: 'unknownGuild',
	[DISCORD_CODES.tooManyEvents]: 'tooManyEvents',
	[DISCORD_CODES.missingPermissions]: 'missingPermissions',
	[DISCORD_CODES.invalidFields]: 'invalidFields',
	[DISCORD_CODES.archivedThread]: 'archivedThread',
};

const OWN_ERROR = 'Something went wrong on our side.';

/** Returns the text of a failed mirror job for admins: what is wrong, and what to do. */
export function describeMirrorError(error: unknown): string {
	return isDiscordFailure(error) ? describe(error, 'mirror') : OWN_ERROR;
}

/** Returns the text of a message that could not be posted or changed, for creators: what is wrong, and what to do. */
export function describeAnnouncementError(error: unknown, kind: AnnouncementKind): string {
	if (!isDiscordFailure(error)) return OWN_ERROR;
	return describe(error, kind === 'groups' ? 'groups' : 'announcement');
}

/**
 * Runs a call that a user waits for and returns its result. Throws Refusal 'upstream' (502) when Discord fails, with a
 * text that says what is wrong and what to do; `forbidden` is that text for a 403. Throws any other error as it is.
 */
export async function callDiscordForUser<T>(call: () => Promise<T>, forbidden?: string): Promise<T> {
	try {
		return await call();
	} catch (error) {
		if (!isDiscordFailure(error)) throw error;
		const isForbidden = forbidden !== undefined && getReason(error) === 'forbidden';
		const text = isForbidden ? forbidden : describe(error, 'request');
		// The error is not added as a cause, because discord.js stores the request in it, which must not be logged.
		if (isDiscordApiError(error)) throw new Refusal('upstream', text);
		const { retryAfter } = error;
		throw new Refusal('upstream', text, {
			...(retryAfter === undefined ? {} : { retryAfter }),
			cause: error,
		});
	}
}

/**
 * Returns whether a retry of a failed call may succeed: no response, 5xx or 429. After 401 and 403 there is
 * no retry, because they count towards a ban by Discord.
 */
export function isTemporary(error: unknown): boolean {
	if (!(error instanceof DiscordUnavailable)) return false;
	return error.status === null || error.status >= 500 || isRateLimit(error);
}

/** Returns whether Discord refused a call with a 4xx, so that it certainly had no effect. */
export const isRefused = (error: unknown): boolean =>
	isDiscordFailure(error) && error.status !== null && error.status >= 400 && error.status < 500;

/** Returns whether Discord does not allow the bot to do this (403). */
export const isForbidden = (error: unknown): boolean => isDiscordFailure(error) && error.status === 403;

/** Returns whether Discord does not accept the bot's token (401). */
export const isTokenRefused = (error: unknown): boolean => isDiscordFailure(error) && error.status === 401;

/** The codes of a 403 that is about one user or their channel. */
const RECIPIENT_CODES: readonly number[] = [
	DISCORD_CODES.missingAccess,
	DISCORD_CODES.refusesMessages,
	DISCORD_CODES.missingPermissions,
	DISCORD_CODES.noMutualServer,
];

/**
 * Returns whether Discord refused a direct message because of the bot and not because of its recipient: the bot's token
 * (401), too many new conversations (403, code 40003), or a 403 for an unknown reason.
 */
export const isBotRefused = (error: unknown): boolean =>
	isTokenRefused(error) ||
	(isDiscordFailure(error) && error.status === 403 && !RECIPIENT_CODES.includes(getCode(error)));

/** Returns whether Discord responded with this code of `DISCORD_CODES`. */
export const hasDiscordCode = (error: unknown, code: number): boolean =>
	isDiscordFailure(error) && getCode(error) === code;

/** Returns whether Discord responded with 404 and one of these codes of `DISCORD_CODES`. */
export function isUnknown(error: unknown, ...codes: readonly number[]): boolean {
	return isDiscordApiError(error) && error.status === 404 && codes.includes(getCode(error));
}

/** Returns a failed call to Discord in a few words for the log, without what was sent; null for any other error. */
export function summarizeForLog(error: unknown): string | null {
	if (error instanceof DiscordUnavailable) return error.message;
	return isDiscordApiError(error) ? `status ${error.status}, code ${error.code}` : null;
}

/** Returns whether an error is a failed call to Discord, and not an error of our own code. */
export function isDiscordFailure(error: unknown): error is Failure {
	return error instanceof DiscordUnavailable || isDiscordApiError(error);
}

function describe(failure: Failure, audience: keyof Texts): string {
	const texts: Texts = TEXTS[getReason(failure)];
	const announcement = texts.announcement ?? texts.mirror;
	const text = { announcement, groups: announcement, ...texts }[audience];
	return typeof text === 'string' ? text : text(failure);
}

function getReason(failure: Failure): Reason {
	if (isDiscordApiError(failure)) return REASONS_BY_CODE[getCode(failure)] ?? 'otherCode';
	const { status } = failure;
	if (status === null) return 'noResponse';
	if (status === 401) return 'badToken';
	if (status === 403) return 'forbidden';
	if (isRateLimit(failure)) return 'rateLimited';
	return status >= 500 ? 'serverError' : 'invalidResponse';
}

const getCode = (failure: Failure): number => Number(failure.code);
