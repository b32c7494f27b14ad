import { type Link, startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** PostgreSQL's ReadyForQuery: type, length, and the status that no transaction is open. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const SHUTDOWN_ERROR = encodeError({
	S: 'FATAL',
	V: 'FATAL',
	C: '57P01',
	M: 'terminating connection due to administrator command',
});
/** A simple query `COMMIT;`, which Sequelize sends in a separate packet. */
const COMMIT = Buffer.from('Q\0\0\0\x0cCOMMIT;\0', 'latin1');

/**
 * What happens to the next COMMIT. `cutBefore`: the server never gets it. `cutAfter`: the server executes it,
 * and the connection is cut instead of the response. `hangAfter`: the same, but the connection stays open
 * without a response.
 */
export type CommitFault = 'cutBefore' | 'cutAfter' | 'hangAfter';

export type DatabaseProxy = TcpProxy & {
	/** Resolves when `fault` has hit the next COMMIT and the server (unless `cutBefore`) has executed it. */
	breakNextCommit: (fault: CommitFault) => Promise<void>;
	/** Accepts and ends every new connection in the same packet from now on, as a server that shuts down. */
	endNewConnections: () => void;
	/** Returns how many connections were ended in that way. */
	countEndedConnections: () => number;
};

/**
 * Starts a TCP proxy for the PostgreSQL at `url` (without TLS) that can also break a COMMIT and end new
 * connections.
 */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
	let isEnding = false;
	let endedCount = 0;
	let nextFault: { fault: CommitFault; done: () => void } | undefined;
	/** The connections whose COMMIT was hit by its fault. */
	const hitLinks = new Map<Link, { fault: CommitFault; done: () => void }>();
	const cut = ({ client, server }: Link) => {
		for (const socket of [client, server]) socket.destroy();
	};
	const proxy = await startTcpProxy(url, {
		fromClient: (bytes, link) => {
			if (!nextFault || !bytes.equals(COMMIT)) return false;
			const { fault, done } = nextFault;
			hitLinks.set(link, nextFault);
			nextFault = undefined;
			if (fault !== 'cutBefore') return false;
			cut(link);
			done();
			return true;
		},
		fromServer: (bytes, link) => {
			const commit = hitLinks.get(link);
			if (commit) {
				if (commit.fault === 'cutAfter') cut(link);
				commit.done();
				return true;
			}
			const ready = isEnding ? bytes.indexOf(READY) : -1;
			if (ready < 0) return false;
			endedCount += 1;
			link.client.end(Buffer.concat([bytes.subarray(0, ready + READY.length), SHUTDOWN_ERROR]));
			return true;
		},
	});
	return {
		...proxy,
		breakNextCommit: (fault) =>
			new Promise((done) => {
				nextFault = { fault, done };
			}),
		endNewConnections: () => {
			isEnding = true;
		},
		countEndedConnections: () => endedCount,
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
