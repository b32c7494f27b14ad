import { subscribe } from 'node:diagnostics_channel';

let open = 0;

/** Counts the requests that are being answered, so that a stop can wait for them. */
export function countTraffic(): void {
	subscribe('http.server.request.start', () => {
		open += 1;
	});
	subscribe('http.server.response.finish', () => {
		open -= 1;
	});
}

/** Resolves when no request is open any more, or after `milliseconds`. */
export async function drain(milliseconds: number): Promise<void> {
	const until = performance.now() + milliseconds;
	while (open > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 50));
}
