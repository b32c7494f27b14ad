import { useEffect, useState } from 'react';

/**
 * The present, every `everyMs`, by the server's clock: the machine's own may be wrong by a day, but goes on while the
 * device sleeps, as performance.now() does not. Without script it stays what the server said.
 */
export function useNow(now: string, everyMs: number): Date {
	const [shown, setShown] = useState({ said: now, date: new Date(now) });
	useEffect(() => {
		const ahead = Date.parse(now) - Date.now();
		const tick = () => setShown({ said: now, date: new Date(Date.now() + ahead) });
		const timer = setInterval(tick, everyMs);
		document.addEventListener('visibilitychange', tick);
		return () => {
			clearInterval(timer);
			document.removeEventListener('visibilitychange', tick);
		};
	}, [now, everyMs]);
	return shown.said === now ? shown.date : new Date(now);
}
