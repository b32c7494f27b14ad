import { createHmac } from 'node:crypto';
import { config } from '../config.ts';

/** What is kept of an erased person's Discord ID: an HMAC in lower-case hex, which names nobody (decisions, "Sign-in and sessions"). */
export function erasedIdOf(discordId: string): string {
	return createHmac('sha256', config().SESSION_SECRET).update(`erased-discord-id:${discordId}`).digest('hex');
}
