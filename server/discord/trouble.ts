import { DiscordAPIError } from 'discord.js';
import { DiscordUnavailable } from './client.ts';

const TOO_MANY_EVENTS = 30038;
const MISSING_PERMISSIONS = 50013;
const INVALID_FIELDS = 50035;

/** Whether a failed call may well succeed later: no answer, 5xx or 429. 401 and 403 count towards a ban and are not repeated. */
export function isPassing(error: unknown): boolean {
	if (!(error instanceof DiscordUnavailable)) return false;
	return error.status === null || error.status === 429 || error.status >= 500;
}

/** A failed call of Discord's in a few words for the log, without what was sent; null for any other error. */
export function nameTrouble(error: unknown): string | null {
	if (error instanceof DiscordUnavailable) return error.message;
	return error instanceof DiscordAPIError ? `status ${error.status}, code ${error.code}` : null;
}

/** What a failed call means to the people who run the community: what is wrong, and what to do. */
export function describeTrouble(error: unknown): string {
	if (error instanceof DiscordUnavailable) return describeSilence(error);
	if (error instanceof DiscordAPIError) return describeRefusal(Number(error.code));
	return 'Something went wrong on our side.';
}

const FORBIDDEN =
	'Discord does not let the bot do this. Please give its role “Create Events” and “Manage Events”, then retry.';

function describeSilence(error: DiscordUnavailable): string {
	if (error.status === 401) {
		return 'Discord does not accept the bot’s token. Please check DISCORD_BOT_TOKEN, then retry.';
	}
	if (error.status === 403) return FORBIDDEN;
	if (error.status === 429) return 'Discord asks us to wait. We try again by ourselves.';
	if (isPassing(error)) return 'Discord does not answer. We try again by ourselves.';
	return 'Discord answered something that we do not understand.';
}

function describeRefusal(code: number): string {
	switch (code) {
		case TOO_MANY_EVENTS:
			return 'Discord allows 100 open events on a server, and there are as many. Please end some there, then retry.';
		case MISSING_PERMISSIONS:
			return FORBIDDEN;
		case INVALID_FIELDS:
			return 'Discord does not take this event’s times or texts as they are. Please change the event, then retry.';
		default:
			return `Discord refused this event (code ${code}).`;
	}
}
