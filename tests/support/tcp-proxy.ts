import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Link = { visitor: Socket; target: Socket; isForsaken: boolean };

export type TcpProxy = {
	/** The target's address with the proxy's port instead of its own. */
	url: string;
	/** Delays everything that arrives from now on by so many milliseconds, in each direction. */
	setLatency: (milliseconds: number) => void;
	/** Holds all bytes and new connections back until `heal`; none is lost. */
	freeze: () => void;
	/**
	 * Drops everything silently, as a firewall that has forgotten its connections: those of now and those that are
	 * opened until `heal` stay open and dead for ever.
	 */
	openBlackHole: () => void;
	/** Resets every connection. */
	resetAll: () => void;
	/** Ends every connection towards the visitor only; what the visitor sends still arrives at the target. */
	halfCloseAll: () => void;
	/** Ends latency, freeze and black hole for all new connections, and freeze and latency for the old ones too. */
	heal: () => void;
	/** Ends the target's side of the connections that a black hole left dead, as its keepalive does in the end. */
	reapForsaken: () => void;
	close: () => Promise<void>;
};

/** Stands on 127.0.0.1 before the server at `address` and does to its connections what bad networks do. */
export async function startTcpProxy(address: string): Promise<TcpProxy> {
	const target = new URL(address);
	const links = new Set<Link>();
	let latencyMs = 0;
	let isFrozen = false;
	let isBlackHole = false;

	const server = createServer({ allowHalfOpen: true }, (visitor) => {
		const link: Link = {
			visitor,
			target: connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true }),
			isForsaken: isBlackHole,
		};
		links.add(link);
		join(link, link.visitor, link.target);
		join(link, link.target, link.visitor);
	});

	function join(link: Link, from: Socket, to: Socket): void {
		const deliver = (action: () => void) => {
			if (link.isForsaken) return;
			if (latencyMs > 0) setTimeout(action, latencyMs);
			else action();
		};
		from.on('data', (bytes) => deliver(() => to.write(bytes)));
		from.on('end', () => deliver(() => to.end()));
		from.on('error', () => undefined);
		from.on('close', () => {
			if (!link.isForsaken) to.destroySoon();
			if (link.visitor.destroyed && link.target.destroyed) links.delete(link);
		});
		if (isFrozen) from.pause();
	}

	const forEachSocket = (action: (socket: Socket) => void) => {
		for (const link of links) for (const socket of [link.visitor, link.target]) action(socket);
	};
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const url = new URL(address);
	url.hostname = '127.0.0.1';
	url.port = String((server.address() as AddressInfo).port);
	return {
		url: url.href.replace(/\/$/, address.endsWith('/') ? '/' : ''),
		setLatency: (milliseconds) => {
			latencyMs = milliseconds;
		},
		freeze: () => {
			isFrozen = true;
			forEachSocket((socket) => socket.pause());
		},
		openBlackHole: () => {
			isBlackHole = true;
			for (const link of links) link.isForsaken = true;
		},
		resetAll: () => forEachSocket((socket) => socket.resetAndDestroy()),
		halfCloseAll: () => {
			for (const { visitor } of links) visitor.end();
		},
		heal: () => {
			latencyMs = 0;
			isBlackHole = false;
			if (isFrozen) forEachSocket((socket) => socket.resume());
			isFrozen = false;
		},
		reapForsaken: () => {
			for (const link of links) if (link.isForsaken) link.target.destroy();
		},
		close: async () => {
			server.close();
			forEachSocket((socket) => socket.destroy());
			await once(server, 'close');
		},
	};
}
