import { createHash } from 'node:crypto';
import { type HttpHandler, HttpResponse, http } from 'msw';
import type { StandInState } from './state.ts';

/** Two colours that belong to a Discord ID and stay readable on each other. */
export function colorsOf(discordId: string): { background: string; ink: string } {
	const hue = (createHash('sha256').update(discordId).digest().readUInt16BE(0) * 360) / 65_536;
	return { background: `hsl(${hue.toFixed(0)} 55% 32%)`, ink: `hsl(${hue.toFixed(0)} 80% 92%)` };
}

/** Discord's image addresses: a picture of its own for any account, the six default ones, and the events' own images. */
export function createAvatarHandlers(state: StandInState, cdnUrl: string): HttpHandler[] {
	return [
		http.get(`${cdnUrl}/avatars/:id/:file`, ({ params }) => {
			const id = String(params.id);
			const person = state.people.get(id);
			return picture(id, [...(person?.globalName ?? person?.username ?? id.slice(-2))][0] ?? '?');
		}),
		http.get(`${cdnUrl}/guild-events/:id/:file`, ({ params }) => {
			const image = state.events.find(String(params.id))?.image;
			if (!image || image.hash !== String(params.file).split('.')[0])
				return new HttpResponse(null, { status: 404 });
			return new HttpResponse(new Uint8Array(image.bytes), { headers: { 'Content-Type': image.type } });
		}),
		http.get(`${cdnUrl}/embed/avatars/:file`, ({ params }) => picture(`default ${String(params.file)}`, '')),
	];
}

/** An SVG whatever the file's ending says: browsers go by the content type. */
function picture(seed: string, letter: string): Response {
	const { background, ink } = colorsOf(seed);
	const digest = createHash('sha256').update(seed).digest();
	const [x = 0, y = 0] = [digest.readUInt8(2) % 128, digest.readUInt8(3) % 128];
	const text = letter.toUpperCase().replace(/[&<>]/g, '');
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128"><rect width="128" height="128" fill="${background}"/><circle cx="${x}" cy="${y}" r="44" fill="${ink}" opacity=".18"/><text x="64" y="84" text-anchor="middle" font-family="sans-serif" font-size="56" fill="${ink}">${text}</text></svg>`;
	return new HttpResponse(svg, {
		headers: {
			'Content-Type': 'image/svg+xml',
			'Cache-Control': 'public, max-age=3600',
			'Access-Control-Allow-Origin': '*',
		},
	});
}
