import { tracingChannel } from 'node:diagnostics_channel';

/**
 * A piece of work that is a span of a trace. Name and attributes never contain what users typed, tokens or the values
 * of a statement; attributes may be added until the work ends.
 */
export type TracedWork = {
	kind: 'server' | 'client' | 'consumer' | 'internal';
	name: string;
	attributes: Record<string, string | number>;
	/** The headers of the request that continues a trace of another program. */
	headers?: Headers;
	/** Whether the work is left out unless it belongs to other work, because loops would start a trace every second. */
	isOnlyPart?: boolean;
	/** What the work threw. */
	error?: unknown;
};

/** Tells server/tracing.ts about traced work while traces are sent (docs/decisions/0053-tracing.md). */
export const tracedWork = tracingChannel<unknown, TracedWork>('townbell.work');

/**
 * Runs `work` and returns its result. While traces are sent, it is a span, which `describe` describes; `work` gets the
 * description, to add attributes. Otherwise nothing is described.
 */
export function traceWork<T>(
	describe: () => TracedWork,
	work: (span?: TracedWork) => Promise<T>,
): Promise<T> {
	if (!tracedWork.start.hasSubscribers) return work();
	const span = describe();
	return tracedWork.tracePromise(async () => work(span), span);
}
