import { setTimeout as sleep } from 'node:timers/promises';
import { isDatabaseDown } from '~/database/connection.ts';
import { DiscordUnavailable } from '../discord/client.ts';
import { nameTrouble } from '../discord/trouble.ts';
import { log } from '../log.ts';
import { hastenMirrors, mirrorEvent } from '../operations/mirror/index.ts';
import { type Run, work } from '../queue.ts';

export type MirrorTempo = {
	/** How long a new job may lie in the queue until somebody looks. */
	pollSeconds: number;
	/** The longest that a job waits for Discord's "not now"; beyond it the queue tries again later. */
	waitSeconds: number;
};
const MIRROR_TEMPO: MirrorTempo = { pollSeconds: 2, waitSeconds: 30 };

type Options = {
	/** The clock that every run is given. */
	now: () => Date;
	tempo?: MirrorTempo | undefined;
};

/**
 * Has this process mirror events on Discord, one job at a time. While Discord asks us to wait (429) none of them calls
 * it. Called again it replaces the handler, as a hot reload must.
 */
export function startMirroring({ now, tempo = MIRROR_TEMPO }: Options): Promise<void> {
	const pause = new Pause();
	const outage = new Outage();
	return work('events.mirror', tempo.pollSeconds, ({ eventId }, run) =>
		carryOut(eventId, run, { now, pause, outage, waitMs: tempo.waitSeconds * 1_000 }),
	);
}

/** Until when Discord wants to hear nothing of this process, by the clock that nobody sets. */
class Pause {
	#until = 0;

	extend(seconds: number): void {
		this.#until = Math.max(this.#until, performance.now() + seconds * 1_000);
	}

	get left(): number {
		return Math.max(0, this.#until - performance.now());
	}
}

/** Tells Discord's absence, which several events meet in a row, from one event that it never answers. */
class Outage {
	readonly #waiting = new Set<string>();

	meet(eventId: string): void {
		this.#waiting.add(eventId);
	}

	/** Discord has answered: whether an outage is over by that. */
	end(): boolean {
		const { size } = this.#waiting;
		this.#waiting.clear();
		return size > 1;
	}
}

type Setting = { now: () => Date; pause: Pause; outage: Outage; waitMs: number };

async function carryOut(eventId: string, { signal }: Run, setting: Setting): Promise<void> {
	try {
		await mirrorPatiently(eventId, signal, setting);
		if (setting.outage.end()) await hastenMirrors();
	} catch (error) {
		const trouble = nameTrouble(error);
		if (trouble) setting.outage.meet(eventId);
		if (trouble) log().warn({ job: 'events.mirror', eventId, trouble }, 'job waits for Discord');
		else if (signal.aborted) log().warn({ job: 'events.mirror', eventId }, 'job cut off');
		else log()[isDatabaseDown(error) ? 'warn' : 'error']({ job: 'events.mirror', err: error }, 'job failed');
		// The queue keeps what is thrown: not the error itself, on which SQL and what people typed may hang.
		throw new Error('The mirror is tried again; the log says why.');
	}
}

/** Mirrors the event once Discord hears us, and again after each 429, as long as the waiting is short altogether. */
async function mirrorPatiently(eventId: string, signal: AbortSignal, setting: Setting): Promise<void> {
	const { now, pause, waitMs } = setting;
	let waited = 0;
	for (;;) {
		const { left } = pause;
		waited += left;
		if (waited > waitMs) throw new DiscordUnavailable('Discord asked us to wait', { status: 429 });
		if (left > 0) await sleep(left, undefined, { signal });
		try {
			return await mirrorEvent(eventId, now(), signal);
		} catch (error) {
			const seconds = readRetryAfter(error);
			if (seconds === null) throw error;
			pause.extend(seconds);
		}
	}
}

/** The seconds of a 429, at least one, so that nothing turns in a circle; null for any other error. */
function readRetryAfter(error: unknown): number | null {
	if (!(error instanceof DiscordUnavailable) || error.status !== 429) return null;
	return Math.max(1, error.retryAfter ?? 1);
}
