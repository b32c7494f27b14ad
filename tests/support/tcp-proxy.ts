import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One connection through the proxy: from `client` to `server`. */
export type Link = { client: Socket; server: Socket; isDead: boolean };

/** Sees all bytes of a link before they are passed on. Returns true when it has handled them itself. */
export type Tap = {
	fromClient?: (bytes: Buffer, link: Link) => boolean;
	fromServer?: (bytes: Buffer, link: Link) => boolean;
};

export type TcpProxy = {
	/** The server's address, through the proxy. */
	url: string;
	/** Connects new connections to another server. */
	setServer: (url: string) => void;
	/** Delays what the server sends by `milliseconds`, as the latency of a round trip. */
	setLatency: (milliseconds: number) => void;
	/** Passes nothing on in either direction. Connections stay open, and new ones are accepted. */
	freeze: () => void;
	/** Passes everything on again, first what was held back. */
	unfreeze: () => void;
	/** Cuts every open connection; new ones are accepted. */
	cut: () => void;
	/** Resets every open connection. */
	reset: () => void;
	/** Ends every connection towards the client only. What the client still sends reaches the server. */
	halfClose: () => void;
	/**
	 * Drops everything silently, as a firewall that has lost its connections. The open connections, and those
	 * accepted until `closeBlackHole`, stay open and dead.
	 */
	openBlackHole: () => void;
	closeBlackHole: () => void;
	/** Closes the server's side of the dead connections, as its keepalive does in the end. */
	closeDeadConnections: () => void;
	stop: () => Promise<void>;
};

/** Starts a TCP proxy for the server at `url`, on a free port by default, that passes everything on until told otherwise. */
export async function startTcpProxy(url: string, tap: Tap = {}, port = 0): Promise<TcpProxy> {
	let serverUrl = new URL(url);
	const links = new Set<Link>();
	let latencyMs = 0;
	let isFrozen = false;
	let isBlackHole = false;

	const listener = createServer({ allowHalfOpen: true }, (client) => {
		const server = connect({ port: Number(serverUrl.port), host: serverUrl.hostname, allowHalfOpen: true });
		const link: Link = { client, server, isDead: isBlackHole };
		links.add(link);
		forward(link, client, server);
		forward(link, server, client);
	});

	function forward(link: Link, from: Socket, to: Socket): void {
		const isFromServer = from === link.server;
		const handle = isFromServer ? tap.fromServer : tap.fromClient;
		// Timers of equal length keep their order.
		const pass = (action: () => void) => {
			if (isFromServer && latencyMs > 0) setTimeout(action, latencyMs);
			else action();
		};
		from.setNoDelay(true).on('error', () => undefined);
		from.on('data', (bytes) => {
			if (!link.isDead && !handle?.(bytes, link)) pass(() => to.write(bytes));
		});
		from.on('end', () => {
			if (!link.isDead) pass(() => to.end());
		});
		from.on('close', () => {
			if (!link.isDead) pass(() => to.destroySoon());
			if (link.client.destroyed && link.server.destroyed) links.delete(link);
		});
		if (isFrozen) from.pause();
	}

	const forEachSocket = (action: (socket: Socket) => void) => {
		for (const { client, server } of links) for (const socket of [client, server]) action(socket);
	};
	const setFrozen = (frozen: boolean) => {
		isFrozen = frozen;
		forEachSocket((socket) => (frozen ? socket.pause() : socket.resume()));
	};
	const cut = () => forEachSocket((socket) => socket.destroy());
	listener.listen(port, '127.0.0.1');
	await once(listener, 'listening');
	const address = new URL(url);
	address.hostname = '127.0.0.1';
	address.port = String((listener.address() as AddressInfo).port);
	return {
		url: url.endsWith('/') ? address.href : address.href.replace(/\/$/, ''),
		setServer: (next) => {
			serverUrl = new URL(next);
		},
		setLatency: (milliseconds) => {
			latencyMs = milliseconds;
		},
		freeze: () => setFrozen(true),
		unfreeze: () => setFrozen(false),
		cut,
		reset: () => forEachSocket((socket) => socket.resetAndDestroy()),
		halfClose: () => {
			for (const { client } of links) client.end();
		},
		openBlackHole: () => {
			isBlackHole = true;
			for (const link of links) link.isDead = true;
		},
		closeBlackHole: () => {
			isBlackHole = false;
		},
		closeDeadConnections: () => {
			for (const { server, isDead } of links) if (isDead) server.destroy();
		},
		stop: async () => {
			cut();
			listener.close();
			await once(listener, 'close');
		},
	};
}
