import { useEffect, useState } from 'react';

/**
 * Returns the current time by the server's clock, updated every `everyMs` milliseconds. The device's clock
 * may be wrong, but it continues while the device sleeps, which performance.now() does not. Without script
 * the time stays as rendered.
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
