import { setTimeout as sleep } from 'node:timers/promises';
import {
	Client,
	type CloseEvent,
	Events,
	GatewayCloseCodes,
	GatewayIntentBits,
	type Interaction,
	Partials,
} from 'discord.js';
import { config } from '../config.ts';
import { gatewayRestOptions } from '../discord/client.ts';
import { PACKET_NAMES, type PacketHandler } from './packets.ts';
import { HeardSharding, skipBadPackets } from './sharding.ts';

/**
 * How a connection ended: stopped by us, refused by the gateway, or lost (could not be opened or kept open).
 */
export type End = 'stopped' | 'token refused' | 'intents refused' | 'lost';

export type ConnectionOptions = {
	/** Whether to request the members intent, which must be granted on Discord. */
	withMembers: boolean;
	/** How long discord.js may try to connect or reconnect. */
	patienceMs: number;
	packets: PacketHandler;
	answer: (interaction: Interaction) => void;
	/**
	 * Called when the connection is ready, for the first time or again; packets may have been missed before.
	 */
	onReady: () => void;
	/** Called when the connection is down and discord.js tries to reconnect. */
	onConnecting: () => void;
	signal: AbortSignal;
};

const CLOSED: Partial<Record<number, End>> = {
	[GatewayCloseCodes.AuthenticationFailed]: 'token refused',
	[GatewayCloseCodes.DisallowedIntents]: 'intents refused',
	[GatewayCloseCodes.InvalidIntents]: 'intents refused',
	[GatewayCloseCodes.InvalidShard]: 'lost',
	[GatewayCloseCodes.ShardingRequired]: 'lost',
	[GatewayCloseCodes.InvalidAPIVersion]: 'lost',
};

/** Runs one connection to Discord's gateway from login to its end and returns how it ended. Never rejects. */
export async function liveConnection(options: ConnectionOptions): Promise<End> {
	const { withMembers, packets, answer, onReady, onConnecting, patienceMs, signal } = options;
	const client = createClient(withMembers);
	let end: (how: End) => void = () => undefined;
	const ended = new Promise<End>((resolve) => {
		end = resolve;
	});
	let patience = startPatience(end, patienceMs);
	const stop = () => end('stopped');
	signal.addEventListener('abort', stop);
	if (signal.aborted) stop();

	const isReady = () => {
		patience.abort();
		onReady();
	};
	client.on(Events.ShardReady, isReady);
	client.on(Events.ShardResume, isReady);
	client.on(Events.ShardReconnecting, () => {
		// The event comes again with each try; the time limit counts from the first one.
		if (patience.signal.aborted) patience = startPatience(end, patienceMs);
		onConnecting();
	});
	client.on(Events.ShardDisconnect, ({ code }: CloseEvent) => {
		const how = CLOSED[code];
		if (how) end(how);
	});
	// Without a listener an error would end the process. The other events report its consequences.
	client.on(Events.Error, () => undefined);
	client.on(Events.ShardError, () => undefined);
	client.on(Events.InteractionCreate, (interaction) => answer(interaction));
	for (const name of PACKET_NAMES) client.ws.on(name, (data: unknown) => packets.take(name, data));

	client.login(config().DISCORD_BOT_TOKEN).catch((error: unknown) => {
		// A close code is more precise and arrives in the same turn of the event loop, so it goes first.
		setImmediate(() => end(isTokenRefused(error) ? 'token refused' : 'lost'));
	});
	const how = await ended;
	patience.abort();
	signal.removeEventListener('abort', stop);
	await dispose(client);
	return how;
}

function createClient(withMembers: boolean): Client {
	const { Guilds, GuildScheduledEvents, GuildMembers } = GatewayIntentBits;
	const client = new Client({
		intents: [Guilds, GuildScheduledEvents, ...(withMembers ? [GuildMembers] : [])],
		partials: [Partials.User, Partials.GuildScheduledEvent, Partials.GuildMember],
		allowedMentions: { parse: [] },
		rest: gatewayRestOptions(),
		ws: { buildStrategy: (manager) => new HeardSharding(manager) },
	});
	skipBadPackets(client.ws);
	return client;
}

function startPatience(end: (how: End) => void, milliseconds: number): AbortController {
	const patience = new AbortController();
	sleep(milliseconds, undefined, { signal: patience.signal, ref: false }).then(
		() => end('lost'),
		() => undefined,
	);
	return patience;
}

const isTokenRefused = (error: unknown) =>
	error instanceof Error && 'code' in error && error.code === 'TokenInvalid';

/** A connection that hangs must not delay a stop for longer than this. */
const GOODBYE_MS = 2_000;

/**
 * Destroys a client for good. When discord.js is destroyed between two of its connection attempts, it keeps
 * connecting. Before each attempt it asks for the stored session, so here that request never resolves.
 */
async function dispose(client: Client): Promise<void> {
	const sessionInfo = { get: () => new Promise(() => undefined), set: () => undefined };
	for (const [id, shard] of client.ws.shards) client.ws.shards.set(id, Object.create(shard, { sessionInfo }));
	const goodbye = client.destroy().catch(() => undefined);
	await Promise.race([goodbye, sleep(GOODBYE_MS, undefined, { ref: false })]);
	client.removeAllListeners();
	client.on(Events.Error, () => undefined);
	client.on(Events.ShardError, () => undefined);
}
