import { Agent, request } from 'node:http';

export type OutgoingRequest = { method: string; path: string; token: string; key?: string; body?: unknown };
/** `status` 0 means that the connection broke or that no response came in time; `error` says which. */
export type ReceivedResponse = { status: number; body: unknown; error: string | null; ms: number };

/** Above every limit of limits.ts, so that a hanging request is measured and ends. */
const TIMEOUT_MS = 20_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends one request to the replica at `base`, with the session token as Bearer credentials. Never rejects. */
export function send(
	base: string,
	{ method, path, token, key, body }: OutgoingRequest,
): Promise<ReceivedResponse> {
	const started = performance.now();
	const text = body === undefined ? '' : JSON.stringify(body);
	return new Promise((resolve) => {
		const finish = (status: number, responseText: string, error: string | null) =>
			resolve({ status, body: parse(responseText), error, ms: performance.now() - started });
		const outgoing = request(`${base}${path}`, {
			method,
			agent,
			headers: {
				Authorization: `Bearer ${token}`,
				...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
				...(key ? { 'Idempotency-Key': key } : {}),
			},
			signal: AbortSignal.timeout(TIMEOUT_MS),
		});
		outgoing.on('error', (error: NodeJS.ErrnoException) => finish(0, '', error.code ?? error.message));
		outgoing.on('response', async (incoming) => {
			try {
				let responseText = '';
				for await (const chunk of incoming.setEncoding('utf8')) responseText += chunk;
				finish(incoming.statusCode ?? 0, responseText, null);
			} catch (error) {
				finish(0, '', String(error));
			}
		});
		outgoing.end(text);
	});
}

/** Whether the connection was refused, so that the request can go to another replica. */
export const wasConnectionRefused = ({ error }: ReceivedResponse) => error === 'ECONNREFUSED';

/** Whether it is unknown if the server has executed the request. */
export const isUncertain = ({ status }: ReceivedResponse) => status === 0 || status >= 500;

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
