import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Span } from '@opentelemetry/api';
import { type TracedWork, tracedWork } from '~/database/tracing.ts';
import { config } from './config.ts';
import type { Tracer } from './tracing/sdk.ts';

/** How long a stop waits at most for the last spans to be sent. */
const FLUSH_MS = 1_000;
/** While the collector does not respond, every attempt fails; it is reported only once in this time. */
const QUIET_MS = 60_000;

const spans = new AsyncLocalStorage<Span | undefined>();
let stop: (() => Promise<void>) | undefined;

/**
 * Sends traces to the collector of OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT. Without these
 * variables it does nothing, and loads nothing. Never throws: `onError` gets what prevents sending, at most once a
 * minute.
 */
export async function startTracing(onError: (error: unknown) => void): Promise<void> {
	const variables = config();
	const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT;
	if (endpoint === undefined || variables.OTEL_SDK_DISABLED || stop) return;
	try {
		// These packages would make the start slower, and most deployments send no traces.
		const { createTracer } = await import('./tracing/sdk.ts');
		stop = followWork(createTracer(variables, limitReports(onError)));
	} catch (error) {
		onError(error);
	}
}

/** Sends the last spans, for at most a second, and stops sending traces. */
export async function stopTracing(): Promise<void> {
	await stop?.();
	stop = undefined;
}

/** Returns the trace of the running work for a line of the log; empty outside of traced work. */
export function getTraceFields(): { trace_id?: string } {
	const span = spans.getStore();
	return span ? { trace_id: span.spanContext().traceId } : {};
}

/** Makes spans of traced work from now on. Returns the function that stops it. */
function followWork(tracer: Tracer): () => Promise<void> {
	const started = new WeakMap<TracedWork, Span>();
	const startSpan = (work: TracedWork): Span | undefined => {
		const parent = spans.getStore();
		if (work.isOnlyPart && !parent) return undefined;
		const span = tracer.startSpan(work, parent);
		started.set(work, span);
		return span;
	};
	const endSpan = (message: unknown) => {
		const work = message as TracedWork;
		const span = started.get(work);
		if (span) tracer.endSpan(work, span);
	};
	tracedWork.start.bindStore(spans, startSpan);
	tracedWork.asyncEnd.subscribe(endSpan);
	return async () => {
		tracedWork.start.unbindStore(spans);
		tracedWork.asyncEnd.unsubscribe(endSpan);
		await Promise.race([
			tracer.shutdown().catch(() => undefined),
			sleep(FLUSH_MS, undefined, { ref: false }),
		]);
	};
}

function limitReports(onError: (error: unknown) => void): (error: unknown) => void {
	let quietUntil = 0;
	return (error) => {
		const now = performance.now();
		if (now < quietUntil) return;
		quietUntil = now + QUIET_MS;
		onError(error);
	};
}
