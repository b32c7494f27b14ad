import { createHmac, createSecretKey, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { config } from './config.ts';

/** Returns a new random 256-bit secret: 43 characters that are safe in a cookie and in an address. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** The prefix of every personal API token, by which users and secret scanners recognize it. */
export const API_TOKEN_PREFIX = 'townbell_';

/** Returns the SHA-256 of a secret in lower-case hex; the database stores only this hash. */
export const hashSecret = (secret: string): string => hash('sha256', secret);

/** Created once, because that takes longer than a signature. */
let signingKey: KeyObject | undefined;

/**
 * Returns an HMAC made with SESSION_SECRET, in base64url. `purpose` keeps a signature from being valid for another use.
 */
export function signFor(purpose: string, text: string): string {
	signingKey ??= createSecretKey(config().SESSION_SECRET, 'utf8');
	return createHmac('sha256', signingKey).update(`${purpose}:${text}`).digest('base64url');
}

/**
 * Returns the token of a user's calendar link. It needs SESSION_SECRET, so a copy of the database is not enough to make
 * one. `key` is the user's calendar key, which a renewed link replaces.
 */
export const createCalendarToken = (userId: string, key: string): string =>
	`${userId}-${signFor('calendar', `${userId}:${key}`)}`;

/**
 * Returns the session of a group at the online table: 16 letters and digits that cannot be guessed, the same as long as
 * the group has its id.
 */
export const createTableSession = (eventId: string, groupId: string): string =>
	signFor('table', `${eventId}:${groupId}`)
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '')
		.slice(0, 16);

/** Returns whether two texts are equal. The time it takes does not reveal how many characters match. */
export function isSameSecret(given: string, wanted: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
	return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Returns what is stored of the Discord ID of an erased user: an HMAC in lower-case hex, which does not reveal the ID.
 */
export function getErasedId(discordId: string): string {
	return createHmac('sha256', config().SESSION_SECRET).update(`erased-discord-id:${discordId}`).digest('hex');
}
