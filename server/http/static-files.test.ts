import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRequest } from '~/tests/e2e/support/raw-request.ts';
import { createFileHandler } from './static-files.ts';

const SCRIPT = '0123456789';
let folder: string;
let server: Server;
let url: string;

beforeAll(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'townbell-files-'));
	await mkdir(path.join(folder, 'assets'));
	await writeFile(path.join(folder, 'assets/a-1.js'), SCRIPT);
	await writeFile(path.join(folder, 'assets/b-2.js'), SCRIPT);
	await writeFile(path.join(folder, 'assets/b-2.js.br'), brotliCompressSync(SCRIPT));
	await writeFile(path.join(folder, 'icon.svg'), '<svg/>');
	const handle = createFileHandler(folder);
	server = createServer((request, response) => {
		if (!handle(request, response)) response.writeHead(299).end();
	}).listen(0);
	await once(server, 'listening');
	url = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
	server.close();
	await rm(folder, { recursive: true });
});

const send = (name: string, headers = {}, method = 'GET') => sendRequest(url + name, { method, headers });

test('sends a file with its type, a long cache time for hashed names and a short one for others', async () => {
	expect(await send('/assets/a-1.js?x')).toMatchObject({
		status: 200,
		body: SCRIPT,
		headers: {
			'content-type': 'text/javascript; charset=utf-8',
			'content-length': '10',
			'cache-control': 'public, max-age=31536000, immutable',
		},
	});
	const icon = await send('/icon.svg');
	expect(icon.headers).toMatchObject({
		'content-type': 'image/svg+xml',
		'cache-control': 'public, max-age=3600',
	});
});

test('sends the compressed copy to clients that accept it', async () => {
	const { headers } = await send('/assets/b-2.js', { 'Accept-Encoding': 'gzip, br' });
	expect(headers).toMatchObject({
		'content-encoding': 'br',
		vary: 'Accept-Encoding',
		'content-type': 'text/javascript; charset=utf-8',
	});
	const plain = await send('/assets/b-2.js', { 'Accept-Encoding': 'gzip, br;q=0' });
	expect(plain).toMatchObject({ status: 200, body: SCRIPT, headers: { vary: 'Accept-Encoding' } });
	expect(plain.headers.etag).not.toBe(headers.etag);
	expect((await send('/assets/b-2.js.br')).status).toBe(404);
});

test('responds to HEAD with the headers only, and leaves other methods to the routes', async () => {
	const head = await send('/assets/a-1.js', {}, 'HEAD');
	expect(head).toMatchObject({ status: 200, body: '', headers: { 'content-length': '10' } });
	expect((await send('/assets/a-1.js', {}, 'OPTIONS')).status).toBe(299);
	expect((await send('/assets/a-1.js', {}, 'POST')).status).toBe(299);
});

test('a missing hashed file is a 404, any other address is left to the routes', async () => {
	expect(await send('/assets/missing.js')).toMatchObject({
		status: 404,
		headers: { 'cache-control': 'no-store' },
	});
	for (const name of ['/', '/assets', '/events', '/../package.json', '/icon.svg/']) {
		expect((await send(name)).status, name).toBe(299);
	}
});

test('an unchanged file is a 304', async () => {
	const { etag = '', 'last-modified': lastModified = '' } = (await send('/assets/a-1.js')).headers;
	for (const headers of [
		{ 'If-None-Match': etag },
		{ 'If-None-Match': `"other", W/${etag}` },
		{ 'If-None-Match': '*' },
		{ 'If-Modified-Since': lastModified },
	]) {
		const response = await send('/assets/a-1.js', headers);
		expect(response, JSON.stringify(headers)).toMatchObject({ status: 304, body: '', headers: { etag } });
	}
	const changed = { 'If-None-Match': '"other"', 'If-Modified-Since': lastModified };
	expect((await send('/assets/a-1.js', changed)).status).toBe(200);
});

describe('ranges', () => {
	test.each([
		['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
		['bytes=8-', 206, '89', 'bytes 8-9/10'],
		['bytes=-2', 206, '89', 'bytes 8-9/10'],
		['bytes=-99', 206, SCRIPT, 'bytes 0-9/10'],
		['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
		['bytes=10-', 416, '', 'bytes */10'],
		['bytes=-0', 416, '', 'bytes */10'],
		['bytes=5-2', 200, SCRIPT, undefined],
		['bytes=0-1,3-4', 200, SCRIPT, undefined],
		['bytes=-', 200, SCRIPT, undefined],
		['lines=0-1', 200, SCRIPT, undefined],
	])('%s is a %i', async (range, status, body, contentRange) => {
		const response = await send('/assets/b-2.js', { Range: range, 'Accept-Encoding': 'br' });
		expect(response).toMatchObject({ status, body });
		expect(response.headers['content-range']).toBe(contentRange);
		expect(response.headers).not.toHaveProperty('content-encoding');
	});

	test('of another version are ignored', async () => {
		const headers = { Range: 'bytes=0-3', 'If-Range': '"other"' };
		expect(await send('/assets/a-1.js', headers)).toMatchObject({ status: 200, body: SCRIPT });
	});
});
