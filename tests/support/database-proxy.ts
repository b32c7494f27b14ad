import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL's ReadyForQuery: type, length, and that no transaction is open. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const GOODBYE = encodeError({
	S: 'FATAL',
	V: 'FATAL',
	C: '57P01',
	M: 'terminating connection due to administrator command',
});
/** A simple query `COMMIT;`, as Sequelize sends it in a packet of its own. */
const COMMIT = Buffer.from('Q\0\0\0\x0cCOMMIT;\0', 'latin1');

/**
 * What happens to the next COMMIT. `cutBefore`: the server never gets it. `cutAfter`: the server carries it out, and the
 * connection is cut instead of its answer. `hangAfter`: the same, but the connection stays open without an answer.
 */
export type CommitFault = 'cutBefore' | 'cutAfter' | 'hangAfter';

export type DatabaseProxy = {
	/** The database's address, through the proxy. */
	url: string;
	/** Holds back what the server says by so many milliseconds: the latency of a round trip. */
	setLatency: (milliseconds: number) => void;
	/** Passes nothing on in either direction; connections stay open and new ones are let in. */
	freeze: () => void;
	/** Passes everything on again, first what was held back. */
	thaw: () => void;
	/** Cuts every open connection; new ones are let in. */
	cut: () => void;
	/** Resolves when the next COMMIT has met `fault`, and the server (unless `cutBefore`) has carried it out. */
	breakNextCommit: (fault: CommitFault) => Promise<void>;
	/** From now on every new connection is let in and told goodbye in the same packet, as by a server that shuts down. */
	partFromNewConnections: () => void;
	/** How many connections were told goodbye. */
	countPartings: () => number;
	stop: () => Promise<void>;
};

/**
 * Stands between a program and the PostgreSQL at `url` (without TLS) as a TCP proxy that can be slow, freeze, cut
 * connections and break a COMMIT. Passes everything on as it is until told otherwise.
 */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
	const real = new URL(url);
	const pairs = new Set<Socket[]>();
	let latencyMs = 0;
	let isFrozen = false;
	let isParting = false;
	let partings = 0;
	let broken: { fault: CommitFault; done: () => void } | undefined;

	const listener = createServer((client) => {
		const server = connect(Number(real.port), real.hostname);
		const sockets = [client, server];
		pairs.add(sockets);
		const cut = () => {
			for (const socket of sockets) socket.destroy();
			pairs.delete(sockets);
		};
		for (const socket of sockets) {
			socket.setNoDelay(true).on('error', cut);
			if (isFrozen) socket.pause();
		}
		let met: typeof broken;
		let passed: Promise<unknown> = Promise.resolve();
		client.on('data', (bytes) => {
			if (broken && bytes.equals(COMMIT)) {
				met = broken;
				broken = undefined;
				if (met.fault === 'cutBefore') {
					cut();
					met.done();
					return;
				}
			}
			server.write(bytes);
		});
		client.on('close', () => server.end());
		server.on('data', (bytes) => {
			if (met) {
				if (met.fault === 'cutAfter') cut();
				met.done();
				return;
			}
			const ready = isParting ? bytes.indexOf(READY) : -1;
			if (ready >= 0) partings += 1;
			const held = latencyMs > 0 ? sleep(latencyMs) : undefined;
			passed = passed
				.then(() => held)
				.then(() => {
					if (ready < 0) client.write(bytes);
					else client.end(Buffer.concat([bytes.subarray(0, ready + READY.length), GOODBYE]));
				});
		});
		server.on('close', () => {
			pairs.delete(sockets);
			void passed.then(() => client.end());
		});
	});
	const setFrozen = (frozen: boolean) => {
		isFrozen = frozen;
		for (const socket of [...pairs].flat()) {
			if (frozen) socket.pause();
			else socket.resume();
		}
	};
	const cutAll = () => {
		for (const socket of [...pairs].flat()) socket.destroy();
	};
	listener.listen(0, '127.0.0.1');
	await once(listener, 'listening');
	const address = new URL(url);
	address.hostname = '127.0.0.1';
	address.port = String((listener.address() as AddressInfo).port);
	return {
		url: address.toString(),
		setLatency: (milliseconds) => {
			latencyMs = milliseconds;
		},
		freeze: () => setFrozen(true),
		thaw: () => setFrozen(false),
		cut: cutAll,
		breakNextCommit: (fault) =>
			new Promise((done) => {
				broken = { fault, done };
			}),
		partFromNewConnections: () => {
			isParting = true;
		},
		countPartings: () => partings,
		stop: async () => {
			cutAll();
			listener.close();
			await once(listener, 'close');
		},
	};
}

function encodeError(fields: Record<string, string>): Buffer {
	const body = Buffer.from(
		`${Object.entries(fields)
			.map(([name, value]) => `${name}${value}\0`)
			.join('')}\0`,
		'latin1',
	);
	const head = Buffer.from('E\0\0\0\0', 'latin1');
	head.writeInt32BE(body.length + 4, 1);
	return Buffer.concat([head, body]);
}
