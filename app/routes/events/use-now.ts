import { useEffect, useState } from 'react';

/**
 * The present, every `everyMs`: first the loader's `now`, so that the server's page and the hydrated one agree, and
 * from then on the clock of the machine. Without script it stays what the server said.
 */
export function useNow(now: string, everyMs: number): Date {
	const [shown, setShown] = useState({ said: now, date: new Date(now) });
	useEffect(() => {
		const tick = () => setShown({ said: now, date: new Date() });
		const timer = setInterval(tick, everyMs);
		return () => clearInterval(timer);
	}, [now, everyMs]);
	return shown.said === now ? shown.date : new Date(now);
}
