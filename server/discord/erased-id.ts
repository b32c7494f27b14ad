import { createHmac } from 'node:crypto';
import { config } from '../config.ts';

/**
 * Returns what is stored of the Discord ID of an erased user: an HMAC in lower-case hex, which does not reveal the ID.
 */
export function getErasedId(discordId: string): string {
	return createHmac('sha256', config().SESSION_SECRET).update(`erased-discord-id:${discordId}`).digest('hex');
}
