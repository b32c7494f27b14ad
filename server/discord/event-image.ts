import { DISCORD_ID } from '~/domain/ids.ts';
import { IMAGE_MAX_BYTES } from '~/domain/limits.ts';
import { config } from '../config.ts';
import { DISCORD_TIMEOUT_MS } from './client.ts';

const HASH = /^[0-9A-Za-z_]{1,64}$/;

/**
 * Returns the bytes of a scheduled event's image from Discord's CDN, or null when it has none or one of 10 MB
 * or more. Throws the error of the connection, or a timeout after five seconds.
 */
export async function fetchEventImage(event: {
	id: string;
	imageHash: string | null;
}): Promise<Uint8Array | null> {
	const { id, imageHash } = event;
	if (imageHash === null || !DISCORD_ID.test(id) || !HASH.test(imageHash)) return null;
	const address = `${config().DISCORD_CDN_URL}/guild-events/${id}/${imageHash}.png?size=2048`;
	const response = await fetch(address, {
		signal: AbortSignal.timeout(DISCORD_TIMEOUT_MS),
		redirect: 'error',
	});
	if (!response.ok || !response.body) {
		await response.body?.cancel();
		return null;
	}
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
		length += chunk.byteLength;
		if (length >= IMAGE_MAX_BYTES) return null;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
