import { useEffect, useState } from 'react';

/**
 * Returns the current time by the server's clock, updated every `intervalMs` milliseconds. The device's clock
 * may be wrong, but it continues while the device sleeps, which performance.now() does not. Without script
 * the time stays as rendered.
 */
export function useNow(now: string, intervalMs: number): Date {
	const [shown, setShown] = useState({ serverNow: now, date: new Date(now) });
	useEffect(() => {
		const offsetMs = Date.parse(now) - Date.now();
		const tick = () => setShown({ serverNow: now, date: new Date(Date.now() + offsetMs) });
		const timer = setInterval(tick, intervalMs);
		document.addEventListener('visibilitychange', tick);
		return () => {
			clearInterval(timer);
			document.removeEventListener('visibilitychange', tick);
		};
	}, [now, intervalMs]);
	return shown.serverNow === now ? shown.date : new Date(now);
}
