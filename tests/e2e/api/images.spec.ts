import { makeAnimatedGif, makeJpeg, makePng } from '~/tests/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendRequest } from '../support/raw-request.ts';
import { makeImage, makeNight, makePerson } from '../support/rows.ts';

const FOR_EVER = 'private, max-age=31536000, immutable';

for (const [mime, make] of [
	['image/jpeg', makeJpeg],
	['image/png', makePng],
	['image/gif', () => makeAnimatedGif({ frames: 2 })],
] as const) {
	test(`a stored ${mime} comes as that and nothing else, to be kept for ever`, async ({ browserApi }) => {
		const { hash, bytes } = await makeImage(await make(), mime);
		const { request } = await browserApi(await makePerson());
		const answer = await request.get(`/images/${hash}`);
		expect(answer.status()).toBe(200);
		expect((await answer.body()).equals(bytes)).toBe(true);
		expect(answer.headers()).toMatchObject({
			'content-type': mime,
			'cache-control': FOR_EVER,
			etag: `"${hash}"`,
			'x-content-type-options': 'nosniff',
			'content-security-policy': "default-src 'none'; sandbox",
			'content-disposition': 'inline',
			'cross-origin-resource-policy': 'same-origin',
		});
		// Neither the XSRF cookie nor any other, because a cached response would set the cookie again.
		expect(answer.headers()['set-cookie']).toBeUndefined();
	});
}

test('an event’s image_url is where its picture is', async ({ api }) => {
	const night = await makeNight();
	const { hash, bytes } = await makeImage(await makePng(), 'image/png', night.id);
	const request = await api(await makePerson());
	const event = await (await request.get(`/api/events/${night.id}`)).json();
	expect(event.image_url).toBe(`/images/${hash}`);
	expect((await (await request.get(event.image_url)).body()).equals(bytes)).toBe(true);
});

test('who has it is told so, without its bytes', async ({ api }) => {
	const { hash } = await makeImage(await makePng());
	const request = await api(await makePerson());
	const ask = (tag: string) => request.get(`/images/${hash}`, { headers: { 'If-None-Match': tag } });
	for (const tag of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
		const answer = await ask(tag);
		expect(answer.status(), tag).toBe(304);
		expect(answer.headers()).toMatchObject({ etag: `"${hash}"`, 'cache-control': FOR_EVER });
		expect(await answer.body()).toHaveLength(0);
	}
	for (const tag of ['"other"', hash.slice(1), `"${hash.slice(1)}"`]) {
		expect((await ask(tag)).status(), tag).toBe(200);
	}
});

test('HEAD answers the headers alone', async ({ api }) => {
	const { hash } = await makeImage(await makePng());
	const request = await api(await makePerson());
	const answer = await request.head(`/images/${hash}`);
	expect(answer.status()).toBe(200);
	expect(answer.headers()).toMatchObject({ 'content-type': 'image/png', etag: `"${hash}"` });
	expect(await answer.body()).toHaveLength(0);
});

test('signed out there is no picture, no sign-in page and no word', async ({ api }) => {
	const { hash } = await makeImage(await makePng());
	const signedOut = await api(null);
	const endedSession = await api({ token: 'x'.repeat(43) });
	for (const request of [signedOut, endedSession]) {
		for (const path of [`/images/${hash}`, `/Images/${hash}`, `/%69mages/${hash}`, '/images/party.png']) {
			const answer = await request.get(path, {
				maxRedirects: 0,
				headers: { 'If-None-Match': `"${hash}"`, Accept: 'text/html' },
			});
			expect(answer.status(), path).toBe(401);
			expect(answer.headers()['cache-control']).toBe('no-store');
			expect(await answer.body()).toHaveLength(0);
		}
	}
	expect((await signedOut.get(`/images/${hash}.data`, { maxRedirects: 0 })).status()).toBe(401);
});

test('an address that names no picture is 404 and not kept', async ({ api }) => {
	const { hash } = await makeImage(await makePng());
	const request = await api(await makePerson());
	for (const name of [
		'0'.repeat(64),
		hash.toUpperCase(),
		`${hash}.png`,
		hash.slice(1),
		'1',
		'%00',
		'..%2f1',
	]) {
		const answer = await request.get(`/images/${name}`, { headers: { 'If-None-Match': '*' } });
		expect(answer.status(), name).toBe(404);
		expect(answer.headers()['cache-control']).toBe('no-store');
		expect(await answer.body()).toHaveLength(0);
	}
});

test('no other method does anything', async ({ baseURL }) => {
	const { hash } = await makeImage(await makePng());
	const { token } = await makePerson();
	for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
		const answer = await sendRequest(`${baseURL}/images/${hash}`, {
			method,
			headers: { Authorization: `Bearer ${token}` },
		});
		expect(answer.status, method).toBe(405);
		expect(answer.headers.allow).toBe('GET, HEAD');
		expect(answer.body).toBe('');
	}
});
