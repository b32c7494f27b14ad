import { SimpleShardingStrategy } from 'discord.js';

/** What discord.js keeps of a shard's line, though its types do not show it. */
type Shard = { connection: { on(event: 'error', listener: () => void): unknown } | null };

/**
 * discord.js's own way to hold its shards, except that every line of theirs has a listener for errors for as long as it
 * lives. discord.js takes its own off when it gives up a line that is not there yet; should the gateway cut that one
 * then, the error without a listener would end the process. (@discordjs/ws 1.2, `WebSocketShard.destroy`)
 */
export class HeardSharding extends SimpleShardingStrategy {
	override async spawn(shardIds: number[]): Promise<void> {
		await super.spawn(shardIds);
		const { shards } = this as unknown as { shards: Map<number, Shard> };
		for (const shard of shards.values()) hear(shard);
	}
}

function hear(shard: Shard): void {
	let current = shard.connection;
	Object.defineProperty(shard, 'connection', {
		get: () => current,
		set(next: Shard['connection']) {
			next?.on('error', () => undefined);
			current = next;
		},
	});
}
