import { type Link, startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

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

export type DatabaseProxy = TcpProxy & {
	/** Resolves when the next COMMIT has met `fault`, and the server (unless `cutBefore`) has carried it out. */
	breakNextCommit: (fault: CommitFault) => Promise<void>;
	/** From now on every new connection is let in and told goodbye in the same packet, as by a server that shuts down. */
	partFromNewConnections: () => void;
	/** How many connections were told goodbye. */
	countPartings: () => number;
};

/** A TCP proxy before the PostgreSQL at `url` (without TLS) that can also break a COMMIT and say goodbye. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
	let isParting = false;
	let partings = 0;
	let broken: { fault: CommitFault; done: () => void } | undefined;
	/** The connections whose COMMIT has met its fault. */
	const met = new Map<Link, { fault: CommitFault; done: () => void }>();
	const cut = ({ client, server }: Link) => {
		for (const socket of [client, server]) socket.destroy();
	};
	const proxy = await startTcpProxy(url, {
		fromClient: (bytes, link) => {
			if (!broken || !bytes.equals(COMMIT)) return false;
			const { fault, done } = broken;
			met.set(link, broken);
			broken = undefined;
			if (fault !== 'cutBefore') return false;
			cut(link);
			done();
			return true;
		},
		fromServer: (bytes, link) => {
			const commit = met.get(link);
			if (commit) {
				if (commit.fault === 'cutAfter') cut(link);
				commit.done();
				return true;
			}
			const ready = isParting ? bytes.indexOf(READY) : -1;
			if (ready < 0) return false;
			partings += 1;
			link.client.end(Buffer.concat([bytes.subarray(0, ready + READY.length), GOODBYE]));
			return true;
		},
	});
	return {
		...proxy,
		breakNextCommit: (fault) =>
			new Promise((done) => {
				broken = { fault, done };
			}),
		partFromNewConnections: () => {
			isParting = true;
		},
		countPartings: () => partings,
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
