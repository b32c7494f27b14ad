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
import { ResilientSharding, skipBadPackets } from './sharding.ts';

/** How a connection ended: stopped by us, refused by the gateway, or lost (could not be opened or kept open). */
export type ConnectionEnd = 'stopped' | 'token refused' | 'intents refused' | 'lost';

export type ConnectionOptions = {
	/** Whether to request the members intent, which must be granted on Discord. */
	withMembers: boolean;
	/** How long discord.js may try to connect or reconnect. */
	connectTimeoutMs: number;
	packets: PacketHandler;
	onInteraction: (interaction: Interaction) => void;
	/** Called when the connection is ready, for the first time or again; packets may have been missed before. */
	onReady: () => void;
	/** Called when the connection is down and discord.js tries to reconnect. */
	onConnecting: () => void;
	signal: AbortSignal;
};

const END_BY_CLOSE_CODE: Partial<Record<number, ConnectionEnd>> = {
	[GatewayCloseCodes.AuthenticationFailed]: 'token refused',
	[GatewayCloseCodes.DisallowedIntents]: 'intents refused',
	[GatewayCloseCodes.InvalidIntents]: 'intents refused',
	[GatewayCloseCodes.InvalidShard]: 'lost',
	[GatewayCloseCodes.ShardingRequired]: 'lost',
	[GatewayCloseCodes.InvalidAPIVersion]: 'lost',
};

/** Runs one connection to Discord's gateway from login to its end and returns how it ended. Never rejects. */
export async function runConnection(options: ConnectionOptions): Promise<ConnectionEnd> {
	const { withMembers, packets, onInteraction, onReady, onConnecting, connectTimeoutMs, signal } = options;
	const client = createClient(withMembers);
	let finish: (reason: ConnectionEnd) => void = () => undefined;
	const ended = new Promise<ConnectionEnd>((resolve) => {
		finish = resolve;
	});
	let connectTimeout = startConnectTimeout(finish, connectTimeoutMs);
	const stop = () => finish('stopped');
	signal.addEventListener('abort', stop);
	if (signal.aborted) stop();

	const handleReady = () => {
		connectTimeout.abort();
		onReady();
	};
	client.on(Events.ShardReady, handleReady);
	client.on(Events.ShardResume, handleReady);
	client.on(Events.ShardReconnecting, () => {
		// The event comes again with each try; the time limit counts from the first one.
		if (connectTimeout.signal.aborted) connectTimeout = startConnectTimeout(finish, connectTimeoutMs);
		onConnecting();
	});
	client.on(Events.ShardDisconnect, ({ code }: CloseEvent) => {
		const reason = END_BY_CLOSE_CODE[code];
		if (reason) finish(reason);
	});
	// Without a listener an error would end the process. The other events report its consequences.
	client.on(Events.Error, () => undefined);
	client.on(Events.ShardError, () => undefined);
	client.on(Events.InteractionCreate, (interaction) => onInteraction(interaction));
	for (const name of PACKET_NAMES) client.ws.on(name, (data: unknown) => packets.handle(name, data));

	client.login(config().DISCORD_BOT_TOKEN).catch((error: unknown) => {
		// A close code is more precise and arrives in the same turn of the event loop, so it goes first.
		setImmediate(() => finish(isTokenRefused(error) ? 'token refused' : 'lost'));
	});
	const reason = await ended;
	connectTimeout.abort();
	signal.removeEventListener('abort', stop);
	await destroyClient(client);
	return reason;
}

/** Clients that must not connect any more. */
const destroyedClients = new WeakSet<Client>();

function createClient(withMembers: boolean): Client {
	const { Guilds, GuildScheduledEvents, GuildMembers } = GatewayIntentBits;
	const client: Client = new Client({
		intents: [Guilds, GuildScheduledEvents, ...(withMembers ? [GuildMembers] : [])],
		partials: [Partials.User, Partials.GuildScheduledEvent, Partials.GuildMember],
		allowedMentions: { parse: [] },
		rest: gatewayRestOptions(),
		ws: { buildStrategy: (manager) => new ResilientSharding(manager, () => destroyedClients.has(client)) },
	});
	skipBadPackets(client.ws);
	return client;
}

function startConnectTimeout(finish: (reason: ConnectionEnd) => void, milliseconds: number): AbortController {
	const connectTimeout = new AbortController();
	sleep(milliseconds, undefined, { signal: connectTimeout.signal, ref: false }).then(
		() => finish('lost'),
		() => undefined,
	);
	return connectTimeout;
}

const isTokenRefused = (error: unknown) =>
	error instanceof Error && 'code' in error && error.code === 'TokenInvalid';

/** A connection that hangs must not delay a stop for longer than this. */
const DESTROY_TIMEOUT_MS = 2_000;

/**
 * Destroys a client for good. When discord.js is destroyed between two of its connection attempts, it keeps
 * connecting. Before each attempt it asks for the stored session, so here that request never resolves.
 */
async function destroyClient(client: Client): Promise<void> {
	destroyedClients.add(client);
	const sessionInfo = { get: () => new Promise(() => undefined), set: () => undefined };
	for (const [id, shard] of client.ws.shards) client.ws.shards.set(id, Object.create(shard, { sessionInfo }));
	const destroyed = client.destroy().catch(() => undefined);
	await Promise.race([destroyed, sleep(DESTROY_TIMEOUT_MS, undefined, { ref: false })]);
	client.removeAllListeners();
	client.on(Events.Error, () => undefined);
	client.on(Events.ShardError, () => undefined);
}
