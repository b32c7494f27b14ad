import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
	brotliDecompressSync,
	createBrotliDecompress,
	createZstdDecompress,
	gunzipSync,
	zstdDecompressSync,
} from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { acceptsEncoding, CompressedResponse } from './compressed-response.ts';

const TEXT = '<p>A game night on Friday</p>'.repeat(200);
const HTML = { 'Content-Type': 'text/html' };
let server: Server<typeof IncomingMessage, typeof CompressedResponse> | undefined;
afterEach(() => server?.close());

/** Starts a server that responds with `respond`, and requests it. */
async function request(
	respond: (response: ServerResponse) => void,
	accepted = 'gzip, br',
	method = 'GET',
	cookie = 'theme=dark; zone=Europe%2FBerlin',
): Promise<IncomingMessage> {
	server = createServer({ ServerResponse: CompressedResponse }, (_request, response) => respond(response));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const headers = { 'Accept-Encoding': accepted, Cookie: cookie };
	const [incoming] = await once(get({ port, host: '127.0.0.1', method, headers, agent: false }), 'response');
	return incoming;
}

async function read(incoming: IncomingMessage): Promise<Buffer> {
	const parts: Buffer[] = [];
	for await (const part of incoming) parts.push(part);
	return Buffer.concat(parts);
}

test.each([
	['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
	['gzip, br', 'br', brotliDecompressSync],
	['gzip', 'gzip', gunzipSync],
])(
	'compresses a whole body with its length for a client that accepts %s',
	async (accepted, encoding, decompress) => {
		const incoming = await request((response) => response.writeHead(200, HTML).end(TEXT), accepted);
		const body = await read(incoming);
		expect(decompress(body).toString()).toBe(TEXT);
		expect(incoming.headers).toMatchObject({
			'content-encoding': encoding,
			'content-length': String(body.length),
			vary: 'Accept-Encoding',
		});
	},
);

const PROSE = readFileSync('docs/operations.md', 'utf8');

test.each([
	['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
	['gzip, zstd', 'zstd', zstdDecompressSync],
	['gzip', 'gzip', gunzipSync],
])('compresses the page of a first visit better, for %s by %s', async (accepted, encoding, decompress) => {
	const measure = async (cookie: string, headers: Record<string, string>) => {
		const incoming = await request(
			(response) => response.writeHead(200, headers).end(PROSE),
			accepted,
			'GET',
			cookie,
		);
		const body = await read(incoming);
		server?.close();
		return { length: body.length, encoding: incoming.headers['content-encoding'], body };
	};
	const first = await measure('session=a; timezone=b', HTML);
	const known = await measure('session=a; zone=Europe%2FBerlin', HTML);
	const data = await measure('session=a', { 'Content-Type': 'application/json' });
	expect(first.encoding).toBe(encoding);
	expect(decompress(first.body).toString()).toBe(PROSE);
	expect(first.length).toBeLessThan(known.length * 0.95);
	expect([data.encoding, data.length]).toEqual([known.encoding, known.length]);
});

test('does not compress for a client that accepts no known encoding', async () => {
	const plain = await request((response) => response.writeHead(200, HTML).end(TEXT), 'br;q=0, gzip;q=0.0');
	expect((await read(plain)).toString()).toBe(TEXT);
	expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
	expect(plain.headers).not.toHaveProperty('content-encoding');
});

test.each([
	['a short body', 200, HTML, 'Hello'],
	['a picture', 200, { 'Content-Type': 'image/png' }, TEXT],
	['a range', 206, { ...HTML, 'Content-Range': 'bytes 0-9/20' }, TEXT],
	['a compressed body', 200, { ...HTML, 'Content-Encoding': 'zstd' }, TEXT],
	['a file that can be sent in ranges', 200, { ...HTML, 'Accept-Ranges': 'bytes' }, TEXT],
	['a body that must not change', 200, { ...HTML, 'Cache-Control': 'no-transform' }, TEXT],
])('does not compress %s', async (_what, status, headers, text) => {
	const incoming = await request((response) => response.writeHead(status, headers).end(text));
	expect((await read(incoming)).toString()).toBe(text);
	expect(incoming.headers['content-encoding']).not.toBe('br');
});

test('a HEAD request and a response without a body stay as they are', async () => {
	const head = await request((response) => response.writeHead(200, HTML).end(), 'br', 'HEAD');
	expect(head.headers).toMatchObject({ vary: 'Accept-Encoding' });
	expect(head.headers).not.toHaveProperty('content-encoding');
	for (const status of [204, 304]) {
		const empty = await request((response) => response.writeHead(status, HTML).end());
		expect([empty.statusCode, await read(empty)]).toEqual([status, Buffer.alloc(0)]);
		expect(empty.headers).not.toHaveProperty('content-length');
	}
});

test('takes headers as a list, as Node itself passes them', async () => {
	const incoming = await request((response) => response.writeHead(400, ['Connection', 'close']).end());
	expect(incoming.headers.connection).toBe('close');
	expect(incoming.headers).not.toHaveProperty('0');
});

test('counts the head as sent while the body is awaited, so that no second response replaces it', async () => {
	let isSent = false;
	await request((response) => {
		response.writeHead(200, HTML);
		isSent = response.headersSent;
		response.end(TEXT);
	});
	expect(isSent).toBe(true);
});

test.each([
	['zstd', createZstdDecompress],
	['br', createBrotliDecompress],
])(
	'sends each part when it was written, and keeps cookies and status, with %s',
	async (accepted, createDecoder) => {
		let finish: (() => void) | undefined;
		const incoming = await request((response) => {
			response.setHeader('Vary', 'Cookie');
			response.writeHead(201, 'Made', { ...HTML, 'Set-Cookie': ['a=1', 'b=2'] });
			response.write(TEXT);
			finish = () => response.end('The end');
		}, accepted);
		expect([incoming.statusCode, incoming.statusMessage]).toEqual([201, 'Made']);
		expect(incoming.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], vary: 'Cookie, Accept-Encoding' });
		const decoder = incoming.pipe(createDecoder()).setEncoding('utf8');
		let text = '';
		for await (const part of decoder) {
			text += part;
			if (text === TEXT) finish?.();
		}
		expect(text).toBe(`${TEXT}The end`);
	},
);

test('waits for a client that reads slowly', async () => {
	const part = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7919) % 251));
	const count = 40;
	const incoming = await request(async (response) => {
		response.writeHead(200, HTML);
		for (let sent = 0; sent < count; sent += 1) {
			if (!response.write(part)) await once(response, 'drain');
		}
		response.end();
	});
	expect(brotliDecompressSync(await read(incoming)).length).toBe(part.length * count);
});

test('writes no more while a client does not read', async () => {
	const part = randomBytes(300_000);
	let response: ServerResponse | undefined;
	let sent = 0;
	const incoming = await request(async (opened) => {
		response = opened.writeHead(200, HTML);
		while (!opened.destroyed) {
			sent += 1;
			if (!opened.write(part)) await once(opened, 'drain');
		}
	});
	const isFull = () => response?.socket?.writableNeedDrain === true;
	await expect.poll(isFull).toBe(true);
	const before = sent;
	for (let turn = 0; turn < 200; turn += 1) await nextTurn();
	expect(sent).toBeLessThanOrEqual(before + 1);
	incoming.destroy();
});

test.each([
	['gzip, deflate, br', true],
	['BR', true],
	['br;q=0.5', true],
	['br;q=0', false],
	['brotli', false],
	['*', false],
	[undefined, false],
])('Accept-Encoding: %s accepts br: %s', (header, accepted) => {
	expect(acceptsEncoding(header, 'br')).toBe(accepted);
});
