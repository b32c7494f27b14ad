import { createAssetErrorResponse, createEmptyResponse } from '~/server/http/assets.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { renderSvg } from '~/server/images/render-svg.ts';
import type { Route } from './+types/route.ts';
import { drawPicture, parsePictureFile } from './picture.ts';

/** Every rendered picture, by its number of lit windows, so the map cannot outgrow the number of windows. */
const rendered = new Map<number, Promise<Buffer>>();

/** Returns the picture of a link preview. Its address changes with the picture, so caching is unlimited. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
	const lit = parsePictureFile(params.file);
	if (lit === null) return createEmptyResponse(404);
	try {
		return new Response(new Uint8Array(await readPicture(lit)), {
			headers: {
				'Content-Type': 'image/png',
				'Cache-Control': 'public, max-age=31536000, immutable',
				'Cross-Origin-Resource-Policy': 'cross-origin',
			},
		});
	} catch (error) {
		return createAssetErrorResponse(error, getRequestFacts(context).id);
	}
}

async function readPicture(lit: number): Promise<Buffer> {
	const picture = rendered.get(lit) ?? renderSvg(drawPicture(lit));
	rendered.set(lit, picture);
	try {
		return await picture;
	} catch (error) {
		rendered.delete(lit);
		throw error;
	}
}
