import { type Client, SimpleShardingStrategy } from 'discord.js';
import { log } from '../log.ts';

/** The parts of a shard of @discordjs/ws that its types do not declare. */
type Shard = {
	connection: { on(event: 'error', listener: () => void): unknown } | null;
	onMessage(data: unknown, isBinary: boolean): Promise<void>;
	internalConnect(): Promise<void>;
};

/**
 * The sharding strategy of discord.js with four fixes (@discordjs/ws 1.2, `WebSocketShard`). Without the first three an
 * error would end the process:
 *
 * 1. Every connection keeps an error listener. `destroy` removes the library's own listener from a connection
 * that is not open yet, and the gateway may close that connection afterwards.
 *
 * 2. A message on which the library or a listener fails is logged and skipped.
 *
 * 3. A failed attempt to connect is logged. When the gateway closes a connection right after its greeting, the library
 * identifies on the next connection, which is not open yet. A connection that does not become ready is given up by
 * `runConnection`.
 *
 * 4. A client that was destroyed while it asked for the gateway's address does not connect when it has got it.
 */
export class ResilientSharding extends SimpleShardingStrategy {
	readonly #isDestroyed: () => boolean;

	constructor(manager: ConstructorParameters<typeof SimpleShardingStrategy>[0], isDestroyed: () => boolean) {
		super(manager);
		this.#isDestroyed = isDestroyed;
	}

	override async connect(): Promise<void> {
		if (!this.#isDestroyed()) await super.connect();
	}

	override async spawn(shardIds: number[]): Promise<void> {
		await super.spawn(shardIds);
		const { shards } = this as unknown as { shards: Map<number, Shard> };
		for (const shard of shards.values()) {
			keepErrorListener(shard);
			skipBadMessages(shard);
			logFailedConnects(shard);
		}
	}
}

function keepErrorListener(shard: Shard): void {
	let current = shard.connection;
	Object.defineProperty(shard, 'connection', {
		get: () => current,
		set(next: Shard['connection']) {
			next?.on('error', () => undefined);
			current = next;
		},
	});
}

function skipBadMessages(shard: Shard): void {
	const onMessage = shard.onMessage.bind(shard);
	shard.onMessage = async (data, isBinary) => {
		try {
			await onMessage(data, isBinary);
		} catch {
			logSkippedPacket(readPacketName(data));
		}
	};
}

/** Logs a failed attempt of `shard` to connect, which would otherwise be an unhandled rejection. */
export function logFailedConnects(shard: Pick<Shard, 'internalConnect'>): void {
	const connect = shard.internalConnect.bind(shard);
	shard.internalConnect = async () => {
		try {
			await connect();
		} catch (error) {
			log().warn({ err: error }, 'an attempt to connect to the gateway failed');
		}
	};
}

/**
 * Logs and skips each packet on which a packet handler of discord.js fails, so that the connection stays
 * open. This includes packets that discord.js queues until the client is ready and handles in a separate
 * callback. (discord.js 14.28, `WebSocketManager.handlePacket`, which its types do not declare.)
 */
export function skipBadPackets(ws: Client['ws']): void {
	type Handler = (packet?: { t: unknown }, shard?: unknown) => boolean;
	const manager = ws as unknown as { handlePacket: Handler };
	const handlePacket = manager.handlePacket.bind(manager);
	manager.handlePacket = (packet, shard) => {
		try {
			return handlePacket(packet, shard);
		} catch {
			logSkippedPacket(packet?.t);
			return false;
		}
	};
}

/** Logs only the packet's name, because the error's text may contain some of the packet's content. */
function logSkippedPacket(name: unknown): void {
	const isName = typeof name === 'string' && /^[A-Z_]{1,64}$/.test(name);
	log().warn({ packet: isName ? name : 'unknown' }, 'packet skipped: discord.js cannot handle it');
}

function readPacketName(data: unknown): unknown {
	try {
		return JSON.parse(String(data))?.t;
	} catch {
		return null;
	}
}
