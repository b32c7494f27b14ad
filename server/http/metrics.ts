import { timingSafeEqual } from 'node:crypto';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { config } from '../config.ts';
import { getLiveState } from '../live/hub.ts';
import { countDroppedLines } from '../log.ts';
import type { AccessRule } from './access.ts';

const registry = new Registry();
collectDefaultMetrics({ register: registry });

const requests = new Histogram({
	name: 'townbell_request_seconds',
	help: 'Response time by kind of address, method and status.',
	labelNames: ['kind', 'method', 'status'],
	buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
	registers: [registry],
});

new Counter({
	name: 'townbell_log_lines_dropped_total',
	help: 'Log lines that were dropped because standard output was full, closed or not read.',
	registers: [registry],
	collect() {
		this.reset();
		this.inc(countDroppedLines());
	},
});

new Gauge({
	name: 'townbell_live_streams',
	help: 'Open streams of changes (/live).',
	registers: [registry],
	collect() {
		this.set(getLiveState().streams);
	},
});

new Gauge({
	name: 'townbell_live_listening',
	help: '1 while commits of all processes are noticed at once, 0 while the log is only read twice a second.',
	registers: [registry],
	collect() {
		this.set(getLiveState().isListening ? 1 : 0);
	},
});

/** Counts one finished request; `milliseconds` is how long it took. */
export function observeRequest(
	kind: AccessRule['kind'],
	method: string,
	status: number,
	milliseconds: number,
): void {
	requests.observe({ kind, method, status: String(status) }, milliseconds / 1000);
}

/** Returns all metrics in Prometheus's text format, with its content type. */
export const readMetrics = async () => ({ text: await registry.metrics(), type: registry.contentType });

/**
 * Returns whether a request may read the metrics: with METRICS_TOKEN as its Bearer token, or outside
 * production directly from this machine. Behind a proxy every request comes from this machine, so production
 * requires the token.
 */
export function mayReadMetrics(request: Request, socketAddress: string): boolean {
	const { METRICS_TOKEN, NODE_ENV, TRUST_PROXY_HOPS } = config();
	const bearer = /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
	if (bearer !== undefined) return METRICS_TOKEN !== undefined && isSameToken(bearer, METRICS_TOKEN);
	if (NODE_ENV === 'production') return false;
	if (TRUST_PROXY_HOPS > 0 || request.headers.has('X-Forwarded-For') || request.headers.has('Forwarded'))
		return false;
	return /^(127\.|::1$|::ffff:127\.)/.test(socketAddress);
}

function isSameToken(one: string, other: string): boolean {
	const [a, b] = [Buffer.from(one), Buffer.from(other)];
	return a.length === b.length && timingSafeEqual(a, b);
}
