import sharp from 'sharp';
import { formatLongDate, formatTime } from '~/domain/time/format.ts';
import { expect, test } from '../support/fixtures.ts';
import { addEventRow, type CreatedEvent, createSignup, createUser, getSharedPool } from '../support/rows.ts';

const EASTERN = 'America/New_York';
const GENERIC_TITLE = 'Candlewick Society';
const GENERIC_DESCRIPTION = 'Game nights of Candlewick Society. Sign in to see them.';

/** All visitors share the setting, so these tests run alone. */
test.beforeEach(async ({ alone }) => {
	void alone;
	await getSharedPool().query(`DELETE FROM settings WHERE key = 'link_previews'`);
});
test.afterEach(() => getSharedPool().query(`DELETE FROM settings WHERE key = 'link_previews'`));

const switchOn = () =>
	getSharedPool().query(`INSERT INTO settings (key, value) VALUES ('link_previews', 'true')`);

/**
 * Opens the address as a visitor or crawler does. Returns the sign-in screen that it leads to, and its meta elements.
 */
async function openAsVisitor(url: string, path: string) {
	const first = await fetch(url + path, { redirect: 'manual' });
	expect([first.status, first.headers.get('Location')]).toEqual([
		302,
		`/login?redirectTo=${encodeURIComponent(path)}`,
	]);
	const html = await (await fetch(url + path)).text();
	const found = html.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"\/>/g);
	return { html, meta: Object.fromEntries([...found].map(([, name, content]) => [name, content])) };
}

/** Returns an event with everything that a preview must not show, and the texts of it. */
async function createPrivateEvent(overrides: Parameters<typeof addEventRow>[0] = {}) {
	const creator = await createUser({ role: 'creator', preferredUsername: 'Marlowe the creator' });
	const event = await addEventRow({
		...overrides,
		creatorId: creator.id,
		description: 'The door code is 1234.',
	});
	const players = [
		await createUser({ preferredUsername: 'Wren of the mill' }),
		await createUser({ preferredUsername: 'Siobhán by the sea' }),
	];
	for (const player of players) await createSignup(event.id, player.id, 'confirmed', 'I bring a cake');
	await createSignup(event.id, (await createUser()).id, 'late');
	const secrets = ['door code', 'The Hearth', 'Marlowe', 'Wren', 'Siobhán', 'cake'];
	return { event, secrets };
}

/** Returns the page's elements without what differs between any two requests: the address, the nonce and the jokes. */
const listElements = (html: string, id: string) =>
	html
		.replaceAll(new RegExp(`(?:/events/|%2Fevents%2F)${id}\\b`, 'g'), 'ADDRESS')
		.replaceAll(/nonce="[^"]*"/g, '')
		.replace(/(please do not refresh\.<\/p>)<div [^>]*>.*?<\/div>/s, '$1')
		.split(/(?=<)/);

test('without the setting, existing and missing events have the same page', async ({ baseURL }) => {
	const url = String(baseURL);
	const { event, secrets } = await createPrivateEvent();
	const missingId = String(Number(event.id) + 1_000_000);
	const existing = await openAsVisitor(url, `/events/${event.id}`);
	const missing = await openAsVisitor(url, `/events/${missingId}`);
	expect(existing.meta).toMatchObject({
		'og:site_name': GENERIC_TITLE,
		'og:title': GENERIC_TITLE,
		'og:description': GENERIC_DESCRIPTION,
		'og:url': `${url}/events/${event.id}`,
		'theme-color': '#0b1122',
		'twitter:card': 'summary_large_image',
	});
	expect(listElements(existing.html, event.id)).toEqual(listElements(missing.html, missingId));
	for (const secret of [...secrets, event.title]) expect(existing.html).not.toContain(secret);
});

test('with the setting, a link shows title, time and number of players, and nothing private', async ({
	baseURL,
}) => {
	const url = String(baseURL);
	await switchOn();
	const { event, secrets } = await createPrivateEvent({ title: 'Fair <b>& "night"' });
	const { html, meta } = await openAsVisitor(url, `/events/${event.id}`);
	const time = `${formatLongDate(event.date, EASTERN)} at ${formatTime(event.date, EASTERN)} Eastern`;
	expect(meta).toMatchObject({
		'og:title': 'Fair &lt;b&gt;&amp; &quot;night&quot;',
		'og:description': `${time} · 2 players confirmed`,
		'og:url': `${url}/events/${event.id}`,
	});
	for (const secret of secrets) expect(html).not.toContain(secret);

	const picture = await fetch(String(meta['og:image']));
	expect(picture.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
	expect(picture.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin');
	expect(await sharp(await picture.arrayBuffer()).metadata()).toMatchObject({
		format: 'png',
		width: 1200,
		height: 630,
	});
	expect(meta['og:image']).toMatch(/\/previews\/2-[0-9a-f]{16}\.png$/);
	const wrong = String(meta['og:image']).replace(/-[0-9a-f]+/, '-0123456789abcdef');
	expect((await fetch(wrong)).status).toBe(404);
});

test('with the setting, cancelled events say so, and other addresses show no event', async ({ baseURL }) => {
	const url = String(baseURL);
	await switchOn();
	const cancelled = await addEventRow({ status: 'cancelled' });
	const testEvent: CreatedEvent = await addEventRow();
	await getSharedPool().query('UPDATE events SET is_test_data = true WHERE id = $1', [testEvent.id]);
	const open = async (path: string) => (await openAsVisitor(url, path)).meta;
	expect(await open(`/events/${cancelled.id}`)).toMatchObject({
		'og:title': `Cancelled: ${cancelled.title}`,
		'og:image': expect.stringContaining('/previews/0-'),
	});
	const generic = { 'og:title': GENERIC_TITLE, 'og:description': GENERIC_DESCRIPTION };
	const paths = [
		...[`/events/${testEvent.id}`, `/events/${Number(testEvent.id) + 1_000_000}`],
		...[`/events/${cancelled.id}/edit`, '/events', '/profile'],
	];
	for (const path of paths) expect(await open(path), path).toMatchObject(generic);
});
