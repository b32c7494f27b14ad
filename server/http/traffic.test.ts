import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { trackResponse } from './traffic.ts';

/** More than the kernel takes for a client that does not read. */
const MUCH = Buffer.alloc(24 * 1024 * 1024);
const STALLED_MS = 300;

let server: Server;
let client: Socket;
afterEach(() => {
	client.destroy();
	server.close();
});

/** Starts a server that responds with `respond`, sends it `request`, and returns the response. */
async function send(request: string, respond: (response: ServerResponse) => void): Promise<ServerResponse> {
	server = createServer((_, response) => {
		trackResponse(response);
		respond(response);
	});
	server.timeout = STALLED_MS;
	const received = once(server, 'request');
	await once(server.listen(0, '127.0.0.1'), 'listening');
	client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
	client.on('error', () => undefined).pause();
	client.write(request);
	const [, response] = await received;
	return response;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const HALF_A_POST = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc';

test('closes the connection of a client that does not read', async () => {
	const response = await send(GET, (each) => each.end(MUCH));
	await once(response, 'close');
	expect(response.writableFinished).toBe(false);
});

test('closes the connection of a client that does not send the rest of its request', async () => {
	const response = await send(HALF_A_POST, () => undefined);
	await once(response, 'close');
	expect(response.req.complete).toBe(false);
});

test('leaves a client that reads slowly', async () => {
	const response = await send(GET, (each) => each.end(MUCH));
	client.on('data', () => {
		client.pause();
		setTimeout(() => client.resume(), 1);
	});
	client.resume();
	const startedAt = performance.now();
	await once(response, 'close');
	expect(performance.now() - startedAt).toBeGreaterThan(STALLED_MS);
	expect(response.writableFinished).toBe(true);
});

test('leaves a client that waits for its response', async () => {
	const response = await send(GET, () => undefined);
	const { socket } = response;
	await once(response, 'timeout');
	response.end('late');
	await once(response, 'finish');
	expect(socket?.destroyed).toBe(false);
});
