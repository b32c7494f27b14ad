import { createHash } from 'node:crypto';
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { StandInState } from './state.ts';

/** Returns the two colors of a Discord ID. They are readable on each other. */
export function getAvatarColors(discordId: string): { background: string; foreground: string } {
	const hue = (createHash('sha256').update(discordId).digest().readUInt16BE(0) * 360) / 65_536;
	return { background: `hsl(${hue.toFixed(0)} 55% 32%)`, foreground: `hsl(${hue.toFixed(0)} 80% 92%)` };
}

/** Creates the handlers for Discord's image URLs: an avatar for each account, the six default avatars, and event images. */
export function createAvatarHandlers(state: StandInState, cdnUrl: string): HttpHandler[] {
	return [
		http.get(`${cdnUrl}/avatars/:id/:file`, ({ params }) => {
			const id = String(params.id);
			const user = state.users.get(id);
			return createAvatarResponse(id, [...(user?.globalName ?? user?.username ?? id.slice(-2))][0] ?? '?');
		}),
		http.get(`${cdnUrl}/guild-events/:id/:file`, ({ params }) => {
			const image = state.events.find(String(params.id))?.image;
			if (!image || image.hash !== String(params.file).split('.')[0])
				return new HttpResponse(null, { status: 404 });
			return new HttpResponse(new Uint8Array(image.bytes), { headers: { 'Content-Type': image.type } });
		}),
		http.get(`${cdnUrl}/embed/avatars/:file`, ({ params }) =>
			createAvatarResponse(`default ${String(params.file)}`, ''),
		),
	];
}

/** Creates an SVG for any file extension, because browsers use the content type. */
function createAvatarResponse(seed: string, letter: string): Response {
	const { background, foreground } = getAvatarColors(seed);
	const digest = createHash('sha256').update(seed).digest();
	const [x = 0, y = 0] = [digest.readUInt8(2) % 128, digest.readUInt8(3) % 128];
	const text = letter.toUpperCase().replace(/[&<>]/g, '');
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128"><rect width="128" height="128" fill="${background}"/><circle cx="${x}" cy="${y}" r="44" fill="${foreground}" opacity=".18"/><text x="64" y="84" text-anchor="middle" font-family="sans-serif" font-size="56" fill="${foreground}">${text}</text></svg>`;
	return new HttpResponse(svg, {
		headers: {
			'Content-Type': 'image/svg+xml',
			'Cache-Control': 'public, max-age=3600',
			'Access-Control-Allow-Origin': '*',
		},
	});
}
