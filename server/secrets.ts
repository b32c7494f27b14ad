import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { config } from './config.ts';

/** A new random 256-bit secret, 43 characters that are safe in a cookie and an address. */
export const createSecret = (): string => randomBytes(32).toString('base64url');

/** How every personal API token begins: it tells people and secret scanners what they have found. */
export const API_TOKEN_PREFIX = 'townbell_';

/** SHA-256 in lower-case hex: all that the database keeps of a secret. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** An HMAC with SESSION_SECRET. `purpose` keeps a signature for one thing from being good for another. */
export const signFor = (purpose: string, text: string): string =>
	createHmac('sha256', config().SESSION_SECRET).update(`${purpose}:${text}`).digest('base64url');

/** Compares in a time that does not tell how much was right. */
export function isSame(given: string, wanted: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
	return a.length === b.length && timingSafeEqual(a, b);
}
