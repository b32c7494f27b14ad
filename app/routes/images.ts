import { createEmptyResponse, knowsEtag, serveAsset } from '~/server/http/assets.ts';
import { streamPieces } from '~/server/http/streamed-body.ts';
import { readStoredImage } from '~/server/operations/events/index.ts';
import type { Route } from './+types/images.ts';

/** Returns a stored picture. Its address contains the hash of its bytes, so it can be cached forever. */
export function loader({ params, request, context }: Route.LoaderArgs): Promise<Response> {
	const etag = `"${params.hash}"`;
	return serveAsset(readStoredImage, context, { params }, ({ image, parts }) => {
		const headers = {
			'Cache-Control': 'private, max-age=31536000, immutable',
			ETag: etag,
			'Content-Security-Policy': "default-src 'none'; sandbox",
		};
		if (knowsEtag(request, etag)) return new Response(null, { status: 304, headers });
		return new Response(streamPieces(parts, request), {
			headers: {
				...headers,
				'Content-Type': image.mime,
				'Content-Length': String(image.size),
				'Content-Disposition': 'inline',
			},
		});
	});
}

export const action = () => createEmptyResponse(405, { Allow: 'GET, HEAD' });
