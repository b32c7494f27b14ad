import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';

const POLL_INTERVAL_MS = 400;

/**
 * Returns the newest state of work that the server does. Starting with the page's state, it polls
 * `address`/id until the work is over. Without script the page reloads itself instead.
 */
export function usePolledRun<Run extends { id: string }>(
	first: Run | null,
	address: string,
	isOver: (run: Run) => boolean,
): Run | null {
	// A poll that did not reach the server returns null; the last state stays.
	const { data, load }: { data: Run | null | undefined; load: (href: string) => Promise<void> } = useFetcher({
		key: `${address}/${first?.id ?? 'none'}`,
	});
	const [newest, setNewest] = useState({ first, data, run: first });
	if (newest.first !== first) setNewest({ first, data, run: first });
	else if (data && newest.data !== data) setNewest({ first, data, run: data });

	const { run } = newest;
	const pollUrl = run && !isOver(run) ? `${address}/${run.id}` : null;

	useEffect(() => {
		if (!pollUrl) return;
		// Polls by promise, because a busy browser may never render the fetcher's loading state.
		let timer: ReturnType<typeof setTimeout> | undefined;
		const schedulePoll = () => {
			timer = setTimeout(() => void load(pollUrl).then(() => timer && schedulePoll()), POLL_INTERVAL_MS);
		};
		schedulePoll();
		return () => {
			clearTimeout(timer);
			timer = undefined;
		};
	}, [pollUrl, load]);

	return run;
}

/** Returns the response to a poll, or null when the connection fails, so that the polling goes on. */
export async function loadPoll<T>(serverLoader: () => Promise<T>): Promise<T | null> {
	try {
		return await serverLoader();
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}
