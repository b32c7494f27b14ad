import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getResponse } from 'msw';
import type { DiscordStandIn } from './stand-in.ts';

const HOST = '127.0.0.1';

/**
 * Serves the stand-in's handlers and its gateway over loopback, for browsers and for an app in another process.
 * `/gateway/bot` then returns the served gateway. Port 0 chooses a free port. Rejects when the port is in use. `close`
 * also closes open connections.
 */
export async function serveDiscordStandIn(
	standIn: DiscordStandIn,
	{ port = 0 }: { port?: number } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
	const server = createServer((incoming, outgoing) => {
		handleRequest(standIn, incoming, outgoing).catch((error: unknown) => {
			standIn.state.violations.push(`the stand-in itself failed: ${String(error)}`);
			outgoing.destroy();
		});
	});
	server.on('upgrade', (request, socket, head) => standIn.gateway.accept(request, socket, head));
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, HOST, resolve);
	});
	const { port: actualPort } = server.address() as AddressInfo;
	standIn.state.gatewayUrl = `ws://${HOST}:${actualPort}`;
	return {
		url: `http://${HOST}:${actualPort}`,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				standIn.gateway.deleteSessions();
				server.closeAllConnections();
			}),
	};
}

async function handleRequest(
	standIn: DiscordStandIn,
	incoming: IncomingMessage,
	outgoing: ServerResponse,
): Promise<void> {
	const method = incoming.method ?? 'GET';
	const body = method === 'GET' || method === 'HEAD' ? null : await readBody(incoming);
	const headers = new Headers();
	for (const [name, value] of Object.entries(incoming.headers)) {
		if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
	}
	const abortController = new AbortController();
	outgoing.once('close', () => abortController.abort());
	const { signal } = abortController;
	const request = new Request(`${standIn.origin}${incoming.url ?? '/'}`, { method, headers, body, signal });
	const response = await getResponse(standIn.handlers, request);
	if (!response) {
		outgoing.writeHead(404, { 'Content-Type': 'text/plain' }).end('The Discord stand-in has no such page');
		return;
	}
	// `Response.error()` is the switch for a broken connection.
	if (response.type === 'error') {
		incoming.socket.destroy();
		return;
	}
	outgoing.writeHead(response.status, Object.fromEntries(response.headers));
	outgoing.end(Buffer.from(await response.arrayBuffer()));
}

async function readBody(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
	const parts: Buffer[] = [];
	for await (const part of incoming) parts.push(part as Buffer);
	return new Uint8Array(Buffer.concat(parts));
}
