import { once } from 'node:events';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export type RawResponse = { status: number; headers: IncomingHttpHeaders; body: string };

/**
 * Sends a request with any method, even one that other clients refuse, and returns the response. A body in
 * several `chunks` is sent without its length.
 */
export async function sendRequest(
	url: string,
	options: { method: string; headers?: OutgoingHttpHeaders; chunks?: Buffer[] },
): Promise<RawResponse> {
	const { method, headers = {}, chunks = [] } = options;
	const outgoing = request(url, { method, headers, agent: false });
	const responded = once(outgoing, 'response');
	for (const chunk of chunks) outgoing.write(chunk);
	outgoing.end();
	const [incoming] = await responded;
	let body = '';
	for await (const chunk of incoming.setEncoding('utf8')) body += chunk;
	return { status: incoming.statusCode, headers: incoming.headers, body };
}

/**
 * Writes the bytes of a request unchanged and returns the whole response. The request must contain
 * `Connection: close`.
 */
export async function sendBytes(url: string, text: string): Promise<{ status: number; text: string }> {
	const socket = await openSocket(url);
	socket.setEncoding('utf8').setTimeout(5_000, () => socket.destroy(new Error('no response within 5 s')));
	socket.write(text);
	let response = '';
	for await (const chunk of socket) response += chunk;
	return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(response)?.[1]), text: response };
}

/** Writes a request and closes the connection after `milliseconds`, without waiting for the response. */
export async function sendAndDisconnect(url: string, text: string, milliseconds = 0): Promise<void> {
	const socket = await openSocket(url);
	socket.on('error', () => undefined);
	await new Promise((resolve) => socket.write(text, resolve));
	await wait(milliseconds);
	socket.destroy();
}

async function openSocket(url: string): Promise<Socket> {
	const { hostname, port } = new URL(url);
	const socket = connect(Number(port), hostname);
	await once(socket, 'connect');
	return socket;
}
