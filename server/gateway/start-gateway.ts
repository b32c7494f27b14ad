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
	/** Between two connections: at first, doubled each time up to the most. */
	pauseMs: number;
	maxPauseMs: number;
	/** So long discord.js may try to connect by itself. */
	patienceMs: number;
};
/** A replica that dies is followed within `beatMs`, one that freezes or is cut off within `silenceMs` and `beatMs`. */
const GATEWAY_TEMPO: GatewayTempo = {
	beatMs: 3_000,
	silenceMs: 15_000,
	pauseMs: 1_000,
	maxPauseMs: 300_000,
	patienceMs: 30_000,
};

/** So long a stop waits for packets that have come; what is cut off is left to reconcile. */
const IDLE_MS = 5_000;

type Options = {
	/** A postgres:// address that keeps one session: the lock lives in it. */
	url: string;
	/** The clock that every packet and command is given. */
	now: () => Date;
	tempo?: Partial<GatewayTempo>;
};

const HELD = Symbol.for('townbell.gateway');
type Held = { stop: AbortController; done: Promise<void> };
/** Outlives a hot reload, which then ends the old one before it begins anew. */
const holder = globalThis as typeof globalThis & { [HELD]?: Held };

/**
 * Has this process stand in line for the deployment's one connection to Discord's gateway, and hold it in its turn
 * (architecture.md, "Gateway"). Returns at once; nothing that Discord or the database does ends it. Called again it begins
 * anew with the code and options of now.
 */
export function startGateway({ url, now, tempo = {} }: Options): void {
	const before = stopGateway();
	const stop = new AbortController();
	const settings = { ...GATEWAY_TEMPO, ...tempo };
	const done = before.then(() => standInLine(url, now, settings, stop.signal));
	holder[HELD] = { stop, done };
}

/** Says goodbye to Discord, lets packets that have come be done, and gives the lock to the next in line. */
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

/** One connection after another for as long as the lock is ours. */
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
		// What is granted by the next connection, the next connection finds out.
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

/** What happened while nobody listened, and the command, if Discord does not have it as it is now. */
async function catchUp(retryMs: number, signal: AbortSignal): Promise<void> {
	await attempt('reconcile', () => hurry('discord.reconcile'));
	while (!signal.aborted && !(await attempt('command', () => registerCommand(BOTC_COMMAND)))) {
		await pause(retryMs, signal);
	}
}

/** False: it failed in a way that passes. */
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
