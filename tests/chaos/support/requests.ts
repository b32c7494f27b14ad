import { Agent, request } from 'node:http';

export type Sent = { method: string; path: string; token: string; key?: string; body?: unknown };
/** `status` 0: the connection broke, or nothing came within the limit; `error` says which. */
export type Received = { status: number; body: unknown; error: string | null; ms: number };

/** Above every promise, so that a request that hangs is measured and not waited for. */
const LIMIT_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one call to a replica of the town, with a session as its Bearer. Never rejects. */
export function send(base: string, { method, path, token, key, body }: Sent): Promise<Received> {
	const started = performance.now();
	const text = body === undefined ? '' : JSON.stringify(body);
	return new Promise((resolve) => {
		const finish = (status: number, answer: string, error: string | null) =>
			resolve({ status, body: parse(answer), error, ms: performance.now() - started });
		const outgoing = request(`${base}${path}`, {
			method,
			agent,
			headers: {
				Authorization: `Bearer ${token}`,
				...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
				...(key ? { 'Idempotency-Key': key } : {}),
			},
			signal: AbortSignal.timeout(LIMIT_MS),
		});
		outgoing.on('error', (error: NodeJS.ErrnoException) => finish(0, '', error.code ?? error.message));
		outgoing.on('response', async (incoming) => {
			try {
				let answer = '';
				for await (const chunk of incoming.setEncoding('utf8')) answer += chunk;
				finish(incoming.statusCode ?? 0, answer, null);
			} catch (error) {
				finish(0, '', String(error));
			}
		});
		outgoing.end(text);
	});
}

/** Whether nothing of the request can have reached a server: another replica may have it. */
export const wasRefused = ({ error }: Received) => error === 'ECONNREFUSED';

/** Whether the server may or may not have done what was asked. */
export const isUncertain = ({ status }: Received) => status === 0 || status >= 500;

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
