import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseDown } from '~/database/connection.ts';
import { BOTC_COMMAND } from '~/domain/discord/command.ts';
import { registerCommand } from '../discord/commands.ts';
import { isTemporary, summarizeForLog } from '../discord/errors.ts';
import { log } from '../log.ts';
import { hurry } from '../queue.ts';
import { answerInteraction } from './command.ts';
import { type End, liveConnection } from './connection.ts';
import { type Lock, type LockTempo, waitForLock } from './lock.ts';
import { PacketHandler } from './packets.ts';

export type GatewayTempo = LockTempo & {
	/** The wait between two connections: the first one, doubled each time up to `maxPauseMs`. */
	pauseMs: number;
	maxPauseMs: number;
	/** How long discord.js may try to connect or reconnect. */
	patienceMs: number;
};
/**
 * Another replica takes over within `beatMs` when the holder exits, and within `silenceMs` plus `beatMs` when
 * it freezes or is disconnected.
 */
const GATEWAY_TEMPO: GatewayTempo = {
	beatMs: 3_000,
	silenceMs: 15_000,
	pauseMs: 1_000,
	maxPauseMs: 300_000,
	patienceMs: 30_000,
};

/** How long a stop waits for packets under way; the next reconcile corrects what was missed. */
const IDLE_MS = 5_000;

type Options = {
	/** A postgres:// address that keeps one session, because the lock belongs to the session. */
	url: string;
	/** The clock; each packet and command gets its current time. */
	now: () => Date;
	tempo?: Partial<GatewayTempo>;
};

const HELD = Symbol.for('townbell.gateway');
type Held = { stop: AbortController; done: Promise<void> };
/** Stored on globalThis so that a hot reload can end the old gateway before it starts a new one. */
const holder = globalThis as typeof globalThis & { [HELD]?: Held };

/**
 * Starts waiting for the deployment's one gateway connection, and holds it once this process has the lock
 * (spec, architecture, gateway). Returns at once; failures of Discord or the database never end it. A second
 * call stops the running gateway and starts again with the current code and options.
 */
export function startGateway({ url, now, tempo = {} }: Options): void {
	const before = stopGateway();
	const stop = new AbortController();
	const settings = { ...GATEWAY_TEMPO, ...tempo };
	const done = before.then(() => standInLine(url, now, settings, stop.signal));
	holder[HELD] = { stop, done };
}

/**
 * Disconnects from Discord, waits for the packets under way and releases the lock. Does nothing when no
 * gateway runs.
 */
export async function stopGateway(): Promise<void> {
	const held = holder[HELD];
	if (!held) return;
	delete holder[HELD];
	held.stop.abort();
	await held.done;
}

async function standInLine(
	url: string,
	now: () => Date,
	tempo: GatewayTempo,
	stop: AbortSignal,
): Promise<void> {
	while (!stop.aborted) {
		const lock = await waitForLock(url, tempo, stop);
		if (!lock) return;
		const packets = new PacketHandler(now);
		try {
			await holdConnection(lock, packets, now, tempo, AbortSignal.any([stop, lock.lost]));
			await Promise.race([packets.idle(), pause(IDLE_MS)]);
		} catch (error) {
			log().error({ err: error }, 'the gateway failed');
			await pause(tempo.pauseMs, stop);
		}
		if (lock.lost.aborted && !stop.aborted)
			log().warn('the gateway was given up: the database does not answer');
		await lock.release();
	}
}

/** Opens one connection after another for as long as this process holds the lock. */
async function holdConnection(
	lock: Lock,
	packets: PacketHandler,
	now: () => Date,
	tempo: GatewayTempo,
	signal: AbortSignal,
): Promise<void> {
	let withMembers = true;
	let failures = 0;
	let life = new AbortController();
	while (!signal.aborted) {
		const isConnected = withMembers ? 'connected' : 'connected without members';
		lock.tell('connecting');
		const end = await liveConnection({
			withMembers,
			patienceMs: tempo.patienceMs,
			packets,
			answer: (interaction) => void answerInteraction(interaction, now()),
			onConnecting: () => lock.tell('connecting'),
			onReady: () => {
				failures = 0;
				lock.tell(isConnected);
				log().info({ withMembers }, 'the gateway is connected');
				life.abort();
				life = new AbortController();
				void catchUp(tempo.patienceMs, AbortSignal.any([signal, life.signal]));
			},
			signal,
		});
		life.abort();
		if (end === 'stopped') return;
		if (end === 'intents refused' && withMembers) {
			log().warn('Discord does not grant the members intent: going on without');
			withMembers = false;
			continue;
		}
		// Ask for the members intent again: it may have been granted in the meantime.
		withMembers = true;
		lock.tell(end === 'token refused' ? 'token refused' : 'unreachable');
		failures += 1;
		const wait = Math.min(tempo.maxPauseMs, tempo.pauseMs * 2 ** (failures - 1));
		log().warn({ why: WHY[end], waitMs: wait }, 'the gateway is not connected');
		await pause(wait, signal);
	}
}

const WHY: Record<Exclude<End, 'stopped'>, string> = {
	'token refused': 'Discord does not accept the bot’s token',
	'intents refused': 'Discord does not accept our intents',
	lost: 'Discord cannot be reached',
};

/**
 * Queues a reconcile for what happened while no connection was open, and registers the command when Discord
 * does not have its current version.
 */
async function catchUp(retryMs: number, signal: AbortSignal): Promise<void> {
	await attempt('reconcile', () => hurry('discord.reconcile'));
	while (!signal.aborted && !(await attempt('command', () => registerCommand(BOTC_COMMAND)))) {
		await pause(retryMs, signal);
	}
}

/** Returns false when the work failed for a temporary reason, so that a retry makes sense. */
async function attempt(what: string, work: () => Promise<unknown>): Promise<boolean> {
	try {
		await work();
		return true;
	} catch (error) {
		const trouble = summarizeForLog(error);
		if (trouble || isDatabaseDown(error)) {
			log().warn({ what, trouble: trouble ?? 'the database does not answer' }, 'catching up failed');
		} else log().error({ what, err: error }, 'catching up failed');
		return !isTemporary(error);
	}
}

async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	await sleep(milliseconds, undefined, { ...(signal ? { signal } : {}), ref: false }).catch(() => undefined);
}
