import { drawPageStars, drawScenery } from '~/app/ui/town/draw-town.ts';
import { parseSceneryFile, type SceneryFile } from '~/app/ui/town/scenery-url.ts';
import { getSceneParams } from '~/app/ui/town/scenes.ts';

/** The drawn SVG of every address that `parseSceneryFile` accepts; few and fixed, so the map stays small. */
const drawn = new Map<string, string>();

/**
 * Returns the static part of a drawn scene. Its address changes with the drawing, so caching is unlimited.
 */
export function loader({ params }: { params: { file?: string } }): Response {
	const address = params.file ?? '';
	const file = parseSceneryFile(address);
	if (!file) throw new Response('Not found', { status: 404, headers: { 'Cache-Control': 'no-store' } });
	const svg = drawn.get(address) ?? draw(file);
	drawn.set(address, svg);
	return new Response(svg, {
		headers: {
			'Content-Type': 'image/svg+xml; charset=utf-8',
			'Cache-Control': 'public, max-age=31536000, immutable',
		},
	});
}

function draw({ name, variant, theme }: SceneryFile): string {
	return name === 'stars' ? drawPageStars() : drawScenery(getSceneParams(name, variant), theme);
}
