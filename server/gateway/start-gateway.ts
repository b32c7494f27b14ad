import { setTimeout as sleep } from 'node:timers/promises';
import type { Interaction } from 'discord.js';
import { COMMANDS } from '~/domain/discord/command.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { checkMembersAfterGap } from '../auth/coming-members.ts';
import { loadDiscordJs } from '../discord/client.ts';
import { registerCommands } from '../discord/commands.ts';
import { isTemporary, summarizeForLog } from '../discord/errors.ts';
import { log, logFailure } from '../log.ts';
import { enqueueScheduledJob } from '../queue.ts';
import { type ConnectionEnd, type ConnectionOptions, runConnection } from './connection.ts';
import { handleInteraction } from './interactions.ts';
import { KeyedSequences } from './keyed-sequences.ts';
import { type Lock, type LockTimings, waitForLock } from './lock.ts';
import { PacketHandler } from './packets.ts';

export type GatewayTimings = LockTimings & {
	/** The wait between two connections: the first one, doubled each time up to `maxRetryDelayMs`. */
	retryDelayMs: number;
	maxRetryDelayMs: number;
	/** How long discord.js may try to connect or reconnect. */
	connectTimeoutMs: number;
};
/**
 * Another replica takes over within `heartbeatMs` when the holder exits, and within `heartbeatTimeoutMs` plus
 * `heartbeatMs` when it freezes or is disconnected.
 */
const GATEWAY_TIMINGS: GatewayTimings = {
	heartbeatMs: 6_000,
	heartbeatTimeoutMs: 15_000,
	retryDelayMs: 1_000,
	maxRetryDelayMs: 300_000,
	connectTimeoutMs: 30_000,
};

/** How often changes on Discord are read at most while no connection reports them; a pause between two tries comes on top. */
const RECONCILE_MS = 10 * MINUTE_MS;
/** How long a stop waits for packets and interactions; the next reconcile corrects what was missed. */
const IDLE_MS = 5_000;

type Options = {
	/** A postgres:// address that keeps one session, because the lock belongs to the session. */
	url: string;
	/** The clock; each packet and command gets its current time. */
	now: () => Date;
	timings?: Partial<GatewayTimings>;
};

const GATEWAY_KEY = Symbol.for('townbell.gateway');
type RunningGateway = { stop: AbortController; done: Promise<void> };
/** Stored on globalThis so that a hot reload can end the old gateway before it starts a new one. */
const globalStore = globalThis as typeof globalThis & { [GATEWAY_KEY]?: RunningGateway };

/**
 * Starts waiting for the deployment's one gateway connection, and holds it once this process has the lock (decision
 * 0020). Returns at once; failures of Discord or the database never end it. A second call stops the running gateway and
 * starts again with the current code and options.
 */
export function startGateway({ url, now, timings = {} }: Options): void {
	const previousStop = stopGateway();
	const stop = new AbortController();
	const settings = { ...GATEWAY_TIMINGS, ...timings };
	const done = previousStop.then(() => runGateway(url, now, settings, stop.signal));
	globalStore[GATEWAY_KEY] = { stop, done };
}

/** Disconnects after the packets and interactions under way, and releases the lock; does nothing without a gateway. */
export async function stopGateway(): Promise<void> {
	const running = globalStore[GATEWAY_KEY];
	if (!running) return;
	delete globalStore[GATEWAY_KEY];
	running.stop.abort();
	await running.done;
}

async function runGateway(
	url: string,
	now: () => Date,
	timings: GatewayTimings,
	stop: AbortSignal,
): Promise<void> {
	// Its errors are described for the log (`summarizeForLog`).
	await loadDiscordJs();
	while (!stop.aborted) {
		const lock = await waitForLock(url, timings, stop);
		if (!lock) return;
		const packets = new PacketHandler(now);
		const interactions = new Set<Promise<void>>();
		// An order in this process is enough: one process has the lock, and its connection gets all shards.
		const sequences = new KeyedSequences();
		const onInteraction = (interaction: Interaction) => {
			const handled = handleInteraction(interaction, { now: now(), sequences }).finally(() =>
				interactions.delete(handled),
			);
			interactions.add(handled);
		};
		try {
			const signal = AbortSignal.any([stop, lock.lost]);
			await keepConnected(lock, { packets, onInteraction }, { now, timings }, signal);
			const idle = Promise.all([packets.waitUntilIdle(), ...interactions]);
			await Promise.race([idle, pause(IDLE_MS)]);
		} catch (error) {
			logFailure(error, 'the gateway failed');
			await pause(timings.retryDelayMs, stop);
		}
		if (lock.lost.aborted && !stop.aborted)
			log().warn('lost the gateway lock: the database does not respond');
		await lock.release();
	}
}

/** Opens one connection after another for as long as this process holds the lock. */
async function keepConnected(
	lock: Lock,
	handlers: Pick<ConnectionOptions, 'packets' | 'onInteraction'>,
	{ now, timings }: { now: () => Date; timings: GatewayTimings },
	signal: AbortSignal,
): Promise<void> {
	let withMembers = true;
	let failures = 0;
	let connectionScope = new AbortController();
	let lastReadAt = now().getTime();
	while (!signal.aborted) {
		const connectedState = withMembers ? 'connected' : 'connected without members';
		lock.publish('connecting');
		const end = await runConnection({
			withMembers,
			connectTimeoutMs: timings.connectTimeoutMs,
			...handlers,
			onConnecting: () => lock.publish('connecting'),
			onReady: () => {
				failures = 0;
				lastReadAt = now().getTime();
				lock.publish(connectedState);
				log().info({ withMembers }, 'the gateway is connected');
				connectionScope.abort();
				connectionScope = new AbortController();
				const scope = AbortSignal.any([signal, connectionScope.signal]);
				void catchUp(timings.connectTimeoutMs, scope);
				void attempt('members', () => checkMembersAfterGap(now(), scope));
			},
			signal,
		});
		connectionScope.abort();
		if (end === 'stopped') return;
		if (end === 'intents refused' && withMembers) {
			log().warn('Discord does not grant the members intent; connecting without it');
			withMembers = false;
			continue;
		}
		// Ask for the members intent again: it may have been granted in the meantime.
		withMembers = true;
		lock.publish(end === 'token refused' ? 'token refused' : 'unreachable');
		failures += 1;
		if (now().getTime() - lastReadAt >= RECONCILE_MS) {
			lastReadAt = now().getTime();
			await attempt('reconcile', () => enqueueScheduledJob('discord.reconcile'));
		}
		const wait = Math.min(timings.maxRetryDelayMs, timings.retryDelayMs * 2 ** (failures - 1));
		log().warn({ reason: END_REASONS[end], waitMs: wait }, 'the gateway is not connected');
		await pause(wait, signal);
	}
}

const END_REASONS: Record<Exclude<ConnectionEnd, 'stopped'>, string> = {
	'token refused': 'Discord does not accept the bot’s token',
	'intents refused': 'Discord does not accept our intents',
	lost: 'Discord cannot be reached',
};

/** Queues a reconcile for the time without a connection, and registers the commands when Discord has others. */
async function catchUp(retryMs: number, signal: AbortSignal): Promise<void> {
	await attempt('reconcile', () => enqueueScheduledJob('discord.reconcile'));
	while (!signal.aborted && !(await attempt('command', () => registerCommands(COMMANDS)))) {
		await pause(retryMs, signal);
	}
}

/** Returns false when the work failed for a temporary reason, so that a retry makes sense. */
async function attempt(task: string, work: () => Promise<unknown>): Promise<boolean> {
	try {
		await work();
		return true;
	} catch (error) {
		const problem = summarizeForLog(error);
		if (problem) log().warn({ task, problem }, 'catch-up failed');
		else logFailure(error, 'catch-up failed', { task });
		return !isTemporary(error);
	}
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	await sleep(milliseconds, undefined, { ...(signal ? { signal } : {}), ref: false }).catch(() => undefined);
}
