import { type HttpHandler, HttpResponse, http } from 'msw';
import { drawAvatar } from './draw-avatar.ts';
import type { StandInState } from './state.ts';

/**
 * Creates the handlers for Discord's image URLs: an avatar for each account, the six default avatars, event images,
 * and files of messages.
 */
export function createAvatarHandlers(state: StandInState, cdnUrl: string): HttpHandler[] {
	return [
		http.get(`${cdnUrl}/avatars/:id/:file`, ({ params }) => createSvgResponse(drawAvatar(String(params.id)))),
		http.get(`${cdnUrl}/guild-events/:id/:file`, ({ params }) => {
			const image = state.events.find(String(params.id))?.image;
			if (!image || image.hash !== String(params.file).split('.')[0])
				return new HttpResponse(null, { status: 404 });
			return new HttpResponse(new Uint8Array(image.bytes), { headers: { 'Content-Type': image.type } });
		}),
		http.get(`${cdnUrl}/attachments/:channel/:id/:file`, ({ params }) => {
			const file = state.channels
				.listMessages(String(params.channel))
				.flatMap(({ files }) => files)
				.find(({ id }) => id === params.id);
			if (!file) return new HttpResponse(null, { status: 404 });
			return new HttpResponse(file.bytes, { headers: { 'Content-Type': file.type } });
		}),
		http.get(`${cdnUrl}/embed/avatars/:file`, ({ params }) =>
			createSvgResponse(drawAvatar(`default ${String(params.file)}`)),
		),
	];
}

/** Creates an SVG for any file extension, because browsers use the content type. */
function createSvgResponse(svg: string): Response {
	return new HttpResponse(svg, {
		headers: {
			'Content-Type': 'image/svg+xml',
			'Cache-Control': 'public, max-age=3600',
			'Access-Control-Allow-Origin': '*',
		},
	});
}
