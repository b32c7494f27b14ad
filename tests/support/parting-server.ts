import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';

/** PostgreSQL's ReadyForQuery: type, length, and that no transaction is open. */
const READY = Buffer.from('Z\0\0\0\x05I', 'latin1');
const GOODBYE = encodeError({
	S: 'FATAL',
	V: 'FATAL',
	C: '57P01',
	M: 'terminating connection due to administrator command',
});

export type PartingServer = {
	url: string;
	/** How many connections were let in and told goodbye. */
	countPartings: () => number;
	stop: () => Promise<void>;
};

/**
 * Stands before the PostgreSQL at `url` as one that is shut down just then: every new connection is let in and told
 * goodbye with the same packet, as a real server does when the order to end meets it while it lets somebody in.
 */
export async function startPartingServer(url: string): Promise<PartingServer> {
	const real = new URL(url);
	let partings = 0;
	const server = createServer((visitor) => {
		const behind = connect(Number(real.port), real.hostname);
		visitor.on('error', () => behind.destroy());
		behind.on('error', () => visitor.destroy());
		visitor.pipe(behind);
		behind.on('data', (bytes) => {
			const ready = bytes.indexOf(READY);
			if (ready < 0) {
				visitor.write(bytes);
				return;
			}
			partings += 1;
			visitor.end(Buffer.concat([bytes.subarray(0, ready + READY.length), GOODBYE]));
			visitor.unpipe(behind).resume();
			behind.destroy();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = new URL(url);
	address.port = String((server.address() as AddressInfo).port);
	return {
		url: address.toString(),
		countPartings: () => partings,
		stop: () => new Promise((resolve) => server.close(() => resolve())),
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
