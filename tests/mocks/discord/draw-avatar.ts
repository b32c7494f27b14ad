import { createHash } from 'node:crypto';

const BACKDROPS = [
	['#2b3a67', '#496a9b'],
	['#4a2545', '#8d4a6f'],
	['#1f4d45', '#4b8f79'],
	['#5a3a1c', '#b5793a'],
	['#38305a', '#6f5fa8'],
	['#123c52', '#3a86a0'],
	['#5b2a2a', '#a8584c'],
	['#33402a', '#7c8f52'],
	['#243042', '#56657d'],
	['#5a4a1a', '#c2a23e'],
] as const;
const SKINS = ['#f6d7bf', '#eec1a0', '#d9a37c', '#b97d54', '#8f5a3a', '#6b4028', '#4a2c1c'] as const;
const HAIRS = [
	'#1d1715',
	'#3b2418',
	'#6b4226',
	'#a8743c',
	'#d8b36a',
	'#8c3a25',
	'#9a9aa2',
	'#3f5f8a',
	'#7a3f73',
] as const;
const CLOTHES = [
	'#d9643a',
	'#3f7fb5',
	'#e2b13c',
	'#7a4fa0',
	'#3c8c66',
	'#c24862',
	'#20242f',
	'#e8e2d4',
] as const;

/** Hair behind the head and in front of it, in the hair's color. */
const HAIR_STYLES = [
	['', '<path d="M37 58c0-22 12-33 27-33s27 11 27 33c-6-9-13-15-27-15s-21 6-27 15z"/>'],
	[
		'<path d="M33 60c0-24 13-37 31-37s31 13 31 37v40H33z"/>',
		'<path d="M37 60c2-20 12-29 27-29s25 9 27 29c-8-5-14-13-20-21-8 9-22 14-34 21z"/>',
	],
	[
		'<circle cx="64" cy="24" r="12"/>',
		'<path d="M38 56c0-18 11-27 26-27s26 9 26 27c-8-10-15-13-26-13s-18 3-26 13z"/>',
	],
	[
		'<circle cx="41" cy="48" r="16"/><circle cx="87" cy="48" r="16"/><circle cx="64" cy="36" r="20"/>',
		'<path d="M40 50c2-14 12-20 24-20s22 6 24 20c-9-6-39-6-48 0z"/>',
	],
	['', '<path d="M36 62c-2-26 14-38 34-35 14 2 22 14 21 33-4-8-6-13-8-17-12 6-30 6-38 4-4 4-7 8-9 15z"/>'],
	['', ''],
	[
		'<path d="M34 56c0-20 13-33 30-33s30 13 30 33c4 12-2 26-8 34H42c-6-8-12-22-8-34z"/>',
		'<path d="M38 54c4-16 14-22 26-22s22 6 26 22c-16-8-36-8-52 0z"/>',
	],
] as const;
const ACCESSORIES = [
	'',
	'',
	'',
	'<g fill="none" stroke="#20242f" stroke-width="2.5"><circle cx="53" cy="64" r="8"/><circle cx="75" cy="64" r="8"/><path d="M61 64h6"/></g>',
	'<g fill="none" stroke="#d8b36a" stroke-width="2.5"><circle cx="75" cy="64" r="9"/><path d="M83 69l4 22"/></g>',
	'<path d="M30 46h68l-8-6-20-30-26 30z" fill="#20242f"/><path d="M43 40h43l2 6H40z" fill="#c24862"/>',
	'<path d="M44 40V14h40v26z" fill="#20242f"/><path d="M32 38h64v6H32z" fill="#20242f"/><path d="M44 30h40v6H44z" fill="#d9643a"/>',
	'<path d="M36 52c0-20 12-29 28-29s28 9 28 29z" fill="#3c8c66"/><path d="M34 48h60v8H34z" fill="#2f6f51"/><circle cx="64" cy="21" r="6" fill="#e8e2d4"/>',
] as const;
const MOUTHS = [
	'<path d="M55 80c5 6 13 6 18 0"/>',
	'<path d="M56 81h16"/>',
	'<path d="M54 79c6 9 14 9 20 0z" fill="#fff"/>',
	'<path d="M57 82c5-2 10-1 14-4"/>',
] as const;

/** Avatars without a face, as many accounts have them. */
const EMBLEMS = [
	// A fox.
	'<path d="M30 38l20 14h28l20-14-4 40-30 28-30-28z" fill="#d9743a"/><path d="M40 72l24 32 24-32-24 10z" fill="#f4ead8"/><circle cx="50" cy="66" r="4"/><circle cx="78" cy="66" r="4"/><circle cx="64" cy="94" r="5"/>',
	// A moon with stars.
	'<path d="M84 92A40 40 0 1 1 70 26a32 32 0 1 0 14 66z" fill="#f3e3b0"/><g fill="#fff"><circle cx="92" cy="40" r="3"/><circle cx="102" cy="62" r="2"/><circle cx="80" cy="54" r="2"/></g>',
	// A candle.
	'<path d="M52 60h24v46H52z" fill="#f4ead8"/><path d="M64 22c12 14 12 30 0 34-12-4-12-20 0-34z" fill="#f5b942"/><path d="M64 38c5 7 5 14 0 17-5-3-5-10 0-17z" fill="#fff4cf"/><path d="M40 104h48v6H40z" fill="#b5793a"/>',
	// An owl.
	'<path d="M34 34l14 10h32l14-10v44a30 30 0 0 1-60 0z" fill="#7a5a3c"/><circle cx="51" cy="60" r="13" fill="#f4ead8"/><circle cx="77" cy="60" r="13" fill="#f4ead8"/><circle cx="51" cy="60" r="6"/><circle cx="77" cy="60" r="6"/><path d="M58 72h12l-6 10z" fill="#f5b942"/>',
	// A moth.
	'<g fill="#d9cbb0"><path d="M62 58C48 30 26 32 22 44c-4 14 10 30 40 26z"/><path d="M66 58c14-28 36-26 40-14 4 14-10 30-40 26z"/></g><g fill="#b39f7c"><path d="M62 72c-18 2-26 14-20 24s18 0 20-14z"/><path d="M66 72c18 2 26 14 20 24s-18 0-20-14z"/></g><path d="M61 48h6v48h-6z" fill="#5a4632"/><circle cx="40" cy="50" r="5" fill="#8d4a6f"/><circle cx="88" cy="50" r="5" fill="#8d4a6f"/>',
	// A lantern.
	'<path d="M44 46h40l6 52H38z" fill="#f5b942"/><path d="M44 46h40l-6-12H50zM36 98h56v8H36z" fill="#20242f"/><path d="M64 62c8 10 8 20 0 24-8-4-8-14 0-24z" fill="#fff4cf"/><path d="M54 34a10 10 0 0 1 20 0" fill="none" stroke="#20242f" stroke-width="4"/>',
] as const;

/**
 * Draws an avatar for a Discord ID as an SVG of 128 by 128: a face, or for some IDs an emblem. The same ID always has
 * the same one.
 */
export function drawAvatar(discordId: string): string {
	const digest = createHash('sha256').update(discordId).digest();
	const pick = <T>(list: readonly T[], byte: number) => list[digest.readUInt8(byte) % list.length] as T;
	const [dark, bright] = pick(BACKDROPS, 0);
	const content = digest.readUInt8(1) % 4 === 0 ? pick(EMBLEMS, 2) : drawFace(pick);
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 128 128" width="128" height="128"><path d="M0 0h128v128H0z" fill="${dark}"/><circle cx="${40 + (digest.readUInt8(3) % 48)}" cy="52" r="58" fill="${bright}"/>${content}</svg>`;
}

function drawFace(pick: <T>(list: readonly T[], byte: number) => T): string {
	const skin = pick(SKINS, 4);
	const hair = pick(HAIRS, 5);
	const [behind, inFront] = pick(HAIR_STYLES, 6);
	const beard = pick([true, false, false, false], 7)
		? `<path d="M40 70c2 26 12 34 24 34s22-8 24-34c-6 6-10 6-14 4H54c-4 2-8 2-14-4z" fill="${hair}"/>`
		: '';
	return `<g fill="${hair}">${behind}</g><path d="M14 128c2-26 22-36 50-36s48 10 50 36z" fill="${pick(CLOTHES, 8)}"/><path d="M54 84h20v14a10 10 0 0 1-20 0z" fill="${skin}"/><ellipse cx="64" cy="62" rx="26" ry="31" fill="${skin}"/>${beard}<g fill="#20242f"><circle cx="53" cy="64" r="3"/><circle cx="75" cy="64" r="3"/></g><g fill="none" stroke="#20242f" stroke-width="2.5" stroke-linecap="round">${pick(MOUTHS, 9)}</g><g fill="${hair}">${inFront}</g>${pick(ACCESSORIES, 10)}`;
}
