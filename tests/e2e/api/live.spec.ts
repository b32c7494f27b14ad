import { expect, test } from '../support/own-discord.ts';
import { addEventRow, createSession, createUser, getSharedPool } from '../support/rows.ts';

type Message = { event: string; id: string; data: Record<string, unknown> };

/** Opens a stream and returns a function that waits for its next message; null at its end. */
async function openStream(url: string, query: string, token: string) {
	const response = await fetch(`${url}/live?${query}`, { headers: { Authorization: `Bearer ${token}` } });
	const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
	let text = '';
	const next = async (): Promise<Message | null> => {
		while (!text.includes('\n\n')) {
			const { value, done = true } = (await reader?.read()) ?? {};
			if (done) return null;
			text += value;
		}
		const lines = text.slice(0, text.indexOf('\n\n')).split('\n');
		text = text.slice(text.indexOf('\n\n') + 2);
		const fields = Object.fromEntries(lines.map((line) => line.split(': ', 2)));
		return { event: fields.event, id: fields.id, data: JSON.parse(line(lines, 'data: ')) };
	};
	return { response, next, close: () => reader?.cancel() };
}

test('the data of a stream, a file or a call is no address', async ({ api }) => {
	const client = await api(await createUser());
	for (const path of ['/live.data?list=1', '/images/x.data', '/healthz.data', '/api/auth/me.data'])
		expect((await client.get(path, { timeout: 3_000 })).status(), path).toBe(404);
});

const line = (lines: string[], start: string): string =>
	lines.find((each) => each.startsWith(start))?.slice(start.length) ?? 'null';

const alive = {
	event: 'alive',
	id: expect.stringMatching(/^\w+\.\d+$/),
	data: { waitMs: expect.any(Number) },
};
const changed = (event: string) => ({
	event: 'changed',
	id: expect.stringMatching(/^\w+\.\d+$/),
	data: { event, version: expect.any(Number) },
});

async function putSignup(url: string, eventId: string, token: string, body: object): Promise<void> {
	const response = await fetch(`${url}/api/events/${eventId}/signup`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
	expect(response.ok).toBe(true);
}

test('a change in one replica reaches the streams of another', async ({ server }) => {
	const other = await server.startApp();
	const [reader, player] = [await createUser(), await createUser()];
	const event = await addEventRow();
	const stream = await openStream(other.url, `events=${event.id},404,x`, reader.token);
	expect(stream.response.headers.get('Content-Type')).toBe('text/event-stream');
	expect(await stream.next()).toEqual(alive);
	await putSignup(server.url, event.id, player.token, { status: 'late' });
	const first = await stream.next();
	expect(first).toEqual(changed(event.id));
	await putSignup(server.url, event.id, player.token, { status: 'late', notes: 'The train.' });
	const second = await stream.next();
	expect(second).toEqual(changed(event.id));
	await other.stop();
	expect(await stream.next()).toBeNull();

	// What the stream of the killed replica did not report, another one reports from its last position.
	await putSignup(server.url, event.id, player.token, { status: 'declined' });
	const next = await openStream(server.url, `events=${event.id}&since=${second?.id}`, reader.token);
	expect(await next.next()).toEqual(changed(event.id));
	expect(await next.next()).toEqual(alive);
	await next.close();
});

test('a replica that stops ends its streams at once', async ({ server }) => {
	const other = await server.startApp();
	const stream = await openStream(other.url, 'events=999999999', (await createUser()).token);
	expect(await stream.next()).toEqual(alive);
	const stopped = other.stop();
	expect(await stopped).toBe(0);
	expect(other.output()).not.toContain('stopping took too long');
	let last: Message | null = await stream.next();
	while (last) last = await stream.next();
});

test('a stream needs a session and ends with it, also when another replica ends it', async ({ server }) => {
	expect((await fetch(`${server.url}/live?list=1`)).status).toBe(401);
	const user = await createUser();
	const session = await createSession(user.id);
	const stream = await openStream(server.url, 'events=999999999', session);
	expect(await stream.next()).toEqual(alive);
	await getSharedPool().query('DELETE FROM sessions WHERE user_id = $1', [user.id]);
	let last = await stream.next();
	// Another test may change what every event shows.
	while (last?.event === 'changed') last = await stream.next();
	expect(last).toMatchObject({ event: 'ended' });
	expect(await stream.next()).toBeNull();
});

test('a user may have twenty streams', async ({ server }) => {
	const { token } = await createUser();
	const open = () => openStream(server.url, 'events=999999999', token);
	const streams = await Promise.all(Array.from({ length: 20 }, open));
	expect(streams.map(({ response }) => response.status)).toEqual(Array.from({ length: 20 }, () => 200));
	const refused = await open();
	expect([refused.response.status, refused.response.headers.get('Retry-After')]).toEqual([429, '60']);
	await streams[0]?.close();
	await expect
		.poll(async () => {
			const { response, close } = await open();
			await close();
			return response.status;
		})
		.toBe(200);
	for (const { close } of streams) await close();
});
