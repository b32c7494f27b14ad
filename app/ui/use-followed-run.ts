import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';

const ASK_AGAIN_MS = 400;

/**
 * Follows work that the server does, from the state that the page came with, by asking `address`/id until the work is
 * over; answers the newest state that arrived. Without script the page reloads itself instead.
 */
export function useFollowedRun<Run extends { id: string }>(
	first: Run | null,
	address: string,
	isOver: (run: Run) => boolean,
): Run | null {
	// A question that did not reach the server has no answer: the last one stands.
	const { data, load }: { data: Run | null | undefined; load: (href: string) => Promise<void> } = useFetcher({
		key: `${address}/${first?.id ?? 'none'}`,
	});
	const [newest, setNewest] = useState({ first, data, run: first });
	if (newest.first !== first) setNewest({ first, data, run: first });
	else if (data && newest.data !== data) setNewest({ first, data, run: data });

	const { run } = newest;
	const asked = run && !isOver(run) ? `${address}/${run.id}` : null;

	useEffect(() => {
		if (!asked) return;
		// The fetcher's state is no sign: a browser that is busy never draws that it was loading.
		let timer: ReturnType<typeof setTimeout> | undefined;
		const askLater = () => {
			timer = setTimeout(() => void load(asked).then(() => timer && askLater()), ASK_AGAIN_MS);
		};
		askLater();
		return () => {
			clearTimeout(timer);
			timer = undefined;
		};
	}, [asked, load]);

	return run;
}

/** An answer to the question, for its route's client loader: a connection that breaks for a moment ends nothing. */
export async function askPatiently<T>(serverLoader: () => Promise<T>): Promise<T | null> {
	try {
		return await serverLoader();
	} catch (error) {
		if (error instanceof TypeError) return null;
		throw error;
	}
}
