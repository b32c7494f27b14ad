import { createAnimatedGif, createJpeg, createPng } from '~/tests/support/pictures.ts';
import { expect, test } from '../support/fixtures.ts';
import { sendRequest } from '../support/raw-request.ts';
import { addEventRow, createImage, createUser } from '../support/rows.ts';

const IMMUTABLE_CACHE = 'private, max-age=31536000, immutable';

for (const [mime, createBytes] of [
	['image/jpeg', createJpeg],
	['image/png', createPng],
	['image/gif', () => createAnimatedGif({ frames: 2 })],
] as const) {
	test(`a stored ${mime} is sent with its own type and cached forever`, async ({ browserApi }) => {
		const { hash, bytes } = await createImage(await createBytes(), mime);
		const { request } = await browserApi(await createUser());
		const response = await request.get(`/images/${hash}`);
		expect(response.status()).toBe(200);
		expect((await response.body()).equals(bytes)).toBe(true);
		expect(response.headers()).toMatchObject({
			'content-type': mime,
			'content-length': String(bytes.length),
			'cache-control': IMMUTABLE_CACHE,
			etag: `"${hash}"`,
			'x-content-type-options': 'nosniff',
			'content-security-policy': "default-src 'none'; sandbox",
			'content-disposition': 'inline',
			'cross-origin-resource-policy': 'same-origin',
		});
		// Neither the XSRF cookie nor any other, because a cached response would set the cookie again.
		expect(response.headers()['set-cookie']).toBeUndefined();
	});
}

test('the image_url of an event returns its picture', async ({ api }) => {
	const createdEvent = await addEventRow();
	const { hash, bytes } = await createImage(await createPng(), 'image/png', createdEvent.id);
	const request = await api(await createUser());
	const event = await (await request.get(`/api/events/${createdEvent.id}`)).json();
	expect(event.image_url).toBe(`/images/${hash}`);
	expect((await (await request.get(event.image_url)).body()).equals(bytes)).toBe(true);
});

test('returns 304 without a body when the client has the picture', async ({ api }) => {
	const { hash } = await createImage(await createPng());
	const request = await api(await createUser());
	const requestWithTag = (tag: string) =>
		request.get(`/images/${hash}`, { headers: { 'If-None-Match': tag } });
	for (const tag of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
		const response = await requestWithTag(tag);
		expect(response.status(), tag).toBe(304);
		expect(response.headers()).toMatchObject({ etag: `"${hash}"`, 'cache-control': IMMUTABLE_CACHE });
		expect(await response.body()).toHaveLength(0);
	}
	for (const tag of ['"other"', hash.slice(1), `"${hash.slice(1)}"`]) {
		expect((await requestWithTag(tag)).status(), tag).toBe(200);
	}
});

test('HEAD returns only the headers', async ({ api }) => {
	const { hash, bytes } = await createImage(await createPng());
	const request = await api(await createUser());
	const response = await request.head(`/images/${hash}`);
	expect(response.status()).toBe(200);
	expect(response.headers()).toMatchObject({
		'content-type': 'image/png',
		'content-length': String(bytes.length),
		etag: `"${hash}"`,
	});
	expect(await response.body()).toHaveLength(0);
});

test('returns an empty 401 when signed out', async ({ api }) => {
	const { hash } = await createImage(await createPng());
	const signedOut = await api(null);
	const endedSession = await api({ token: 'x'.repeat(43) });
	for (const request of [signedOut, endedSession]) {
		for (const path of [`/images/${hash}`, `/Images/${hash}`, `/%69mages/${hash}`, '/images/party.png']) {
			const response = await request.get(path, {
				maxRedirects: 0,
				headers: { 'If-None-Match': `"${hash}"`, Accept: 'text/html' },
			});
			expect(response.status(), path).toBe(401);
			expect(response.headers()['cache-control']).toBe('no-store');
			expect(await response.body()).toHaveLength(0);
		}
	}
	expect((await signedOut.get(`/images/${hash}.data`, { maxRedirects: 0 })).status()).toBe(404);
});

test('returns 404 without caching for an unknown picture', { tag: '@direct' }, async ({ api }) => {
	const { hash } = await createImage(await createPng());
	const request = await api(await createUser());
	for (const name of [
		'0'.repeat(64),
		hash.toUpperCase(),
		`${hash}.png`,
		hash.slice(1),
		'1',
		'%00',
		'..%2f1',
	]) {
		const response = await request.get(`/images/${name}`, { headers: { 'If-None-Match': '*' } });
		expect(response.status(), name).toBe(404);
		expect(response.headers()['cache-control']).toBe('no-store');
		expect(await response.body()).toHaveLength(0);
	}
});

test('refuses every other method', async ({ baseURL }) => {
	const { hash } = await createImage(await createPng());
	const { token } = await createUser();
	for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
		const response = await sendRequest(`${baseURL}/images/${hash}`, {
			method,
			headers: { Authorization: `Bearer ${token}` },
		});
		expect(response.status, method).toBe(405);
		expect(response.headers.allow).toBe('GET, HEAD');
		expect(response.body).toBe('');
	}
});
