import fc from 'fast-check';
import ICAL from 'ical.js';
import { toAnnouncement } from '~/domain/discord/announcement.ts';
import { mapStatuses } from '~/domain/signups/statuses.ts';
import { call } from '~/tests/support/api-client/client.ts';
import { expect, test } from '../support/fixtures.ts';
import { createUser, registerEvent } from '../support/rows.ts';

const SCRIPTS = [
	...[
		'Latin',
		'Greek',
		'Cyrillic',
		'Armenian',
		'Hebrew',
		'Arabic',
		'Syriac',
		'Thaana',
		'Nko',
		'Adlam',
		'Devanagari',
	],
	...[
		'Bengali',
		'Gurmukhi',
		'Gujarati',
		'Tamil',
		'Telugu',
		'Kannada',
		'Malayalam',
		'Sinhala',
		'Thai',
		'Lao',
		'Tibetan',
	],
	...[
		'Myanmar',
		'Georgian',
		'Hangul',
		'Ethiopic',
		'Cherokee',
		'Khmer',
		'Mongolian',
		'Hiragana',
		'Katakana',
		'Han',
	],
	...['Balinese', 'Javanese', 'Gothic', 'Egyptian_Hieroglyphs', 'Tifinagh', 'Hanifi_Rohingya', 'Osage', 'Yi'],
];
/** Characters that have no shape and that no user may bring in: an override, an isolate, a mark, a soft hyphen. */
const HIDDEN = ['\u202e', '\u2067', '\u200f', '\u00ad', '\u200b', '\ufeff', '\u{e0041}'];
const MARKS = ['&', '<b>', "'", '"', ',', ';', '\\', '*', '_', '🕯️', '👩‍👩‍👧', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '1', '١', '५'];

/** Returns the letters of a script, at most 300. */
function listLetters(script: string): string[] {
	const isLetter = new RegExp(`^\\p{Script=${script}}$`, 'u');
	const letters: string[] = [];
	for (let code = 0x41; code < 0x1_f000 && letters.length < 300; code += 1) {
		const letter = String.fromCodePoint(code);
		if (isLetter.test(letter) && /\p{L}/u.test(letter)) letters.push(letter);
	}
	return letters;
}

/** Makes texts of words with marks between them: as typed, with hidden characters, and as everyone must see them. */
function makeTexts(script: string): { typed: string; seen: string }[] {
	const word = fc.array(fc.constantFrom(...listLetters(script)), { minLength: 2, maxLength: 8 });
	const part = fc.record({ word, mark: fc.constantFrom(...MARKS), hidden: fc.constantFrom(...HIDDEN) });
	return fc.sample(fc.array(part, { minLength: 1, maxLength: 4 }), { seed: 31, numRuns: 2 }).map((parts) => ({
		typed: parts.map((each) => `${each.hidden}${each.word.join('')}${each.hidden}  ${each.mark}`).join('\t'),
		seen: parts.map((each) => `${each.word.join('')} ${each.mark}`).join(' '),
	}));
}

const decodeHtml = (html: string) =>
	html
		.replaceAll(/<[^>]*>/g, '')
		.replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) =>
			String({ amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }[name]),
		);
const unquote = (cell: string) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
/** What Discord shows of a message's text. */
const readMarkdown = (text: string) =>
	text.replaceAll(/\\([^\p{L}\p{N}\s])/gu, '$1').replaceAll(/[\u2068\u2069]/g, '');

test('a title and a name of any script come back from pages, the API, Discord, calendars and files as typed', async ({
	api,
	browserApi,
}) => {
	test.setTimeout(180_000);
	const [creator, player] = [await createUser({ role: 'admin' }), await createUser()];
	const [client, playerClient] = [await api(creator), await api(player)];
	const { request } = await browserApi(creator);
	const titles = new Map<string, string>();
	for (const { typed, seen } of SCRIPTS.flatMap(makeTexts)) {
		const { body: event } = await call(client, 'POST /api/events', {
			body: { title: typed, date: '2031-03-01T19:00:00Z' },
		});
		registerEvent(event.id);
		titles.set(event.id, seen);
		const { body: renamed } = await call(playerClient, 'PUT /api/auth/update-username', {
			body: { preferredUsername: typed },
		});
		const params = { eventId: event.id };
		await call(playerClient, 'POST /api/events/{eventId}/signup', { params, body: { status: 'confirmed' } });
		const { body: read } = await call(client, 'GET /api/events/{eventId}', { params });
		const page = await (await request.get(`/events/${event.id}`)).text();
		const file = await (await request.get(`/events/${event.id}.ics`)).text();
		const entry = ICAL.Component.fromString(file).getFirstSubcomponent('vevent');
		const { embeds } = toAnnouncement(
			{
				...read,
				cancelReason: null,
				places: null,
				date: new Date(read.date),
				storytellers: [renamed.user.preferredUsername ?? ''],
				signups: mapStatuses(() => []),
			},
			{ address: 'https://example.org', imageFile: null },
		);
		expect({
			titles: [read.title, entry?.getFirstPropertyValue('summary'), readMarkdown(embeds[0].title)],
			names: [
				renamed.user.preferredUsername,
				readMarkdown(embeds[0].fields.find(({ name }) => name === 'Storytellers')?.value ?? ''),
			],
			heading: decodeHtml(/<h1[^>]*>(.*?)<\/h1>/su.exec(page)?.[1] ?? ''),
			hasName: decodeHtml(page).includes(seen),
		}).toEqual({ titles: [seen, seen, seen], names: [seen, seen], heading: seen, hasName: true });
	}
	const csv = await (await request.get('/admin/export/events.csv')).text();
	for (const [id, title] of titles)
		expect(unquote(new RegExp(`^${id},("(?:[^"]|"")*"|[^,\r\n]*)`, 'm').exec(csv)?.[1] ?? '')).toBe(title);
});
