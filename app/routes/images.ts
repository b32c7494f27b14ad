import { createEmptyResponse, knowsEtag, serveAsset } from '~/server/http/assets.ts';
import { readStoredImage } from '~/server/operations/events/index.ts';
import type { Route } from './+types/images.ts';

/** Returns a stored picture. Its address contains the hash of its bytes, so it can be cached forever. */
export function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
	const etag = `"${params.hash}"`;
	const isKnown = knowsEtag(request, etag);
	const withBytes = !isKnown && request.method !== 'HEAD';
	return serveAsset(readStoredImage, context, { params, read: () => ({ withBytes }) }, ({ image, bytes }) => {
		const headers = {
			'Cache-Control': 'private, max-age=31536000, immutable',
			ETag: etag,
			'Content-Security-Policy': "default-src 'none'; sandbox",
		};
		if (isKnown) return new Response(null, { status: 304, headers });
		return new Response(bytes ? new Uint8Array(bytes) : null, {
			headers: { ...headers, 'Content-Type': image.mime, 'Content-Disposition': 'inline' },
		});
	});
}

export const action = () => createEmptyResponse(405, { Allow: 'GET, HEAD' });
