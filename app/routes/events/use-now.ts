import { useEffect, useState } from 'react';

/**
 * The present, every `everyMs`, by the server's clock: the loader's `now` and the time since it was read. The machine's
 * own clock may be wrong by a day. Without script it stays what the server said.
 */
export function useNow(now: string, everyMs: number): Date {
	const [shown, setShown] = useState({ said: now, date: new Date(now) });
	useEffect(() => {
		const read = performance.now();
		const tick = () => setShown({ said: now, date: new Date(Date.parse(now) + performance.now() - read) });
		const timer = setInterval(tick, everyMs);
		return () => clearInterval(timer);
	}, [now, everyMs]);
	return shown.said === now ? shown.date : new Date(now);
}
