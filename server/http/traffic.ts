import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

let open = 0;

/** Counts the requests that are being answered, so that a stop can wait for them. */
export function countTraffic(): void {
	subscribe('http.server.request.start', (message) => {
		const { response } = message as { response: ServerResponse };
		open += 1;
		// 'close' comes once in every case, also when the client hangs up.
		response.once('close', () => {
			open -= 1;
		});
	});
}

/** Resolves when no request is open any more, or after `milliseconds`. */
export async function drain(milliseconds: number): Promise<void> {
	const until = performance.now() + milliseconds;
	while (open > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}
