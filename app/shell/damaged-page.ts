import { useEffect } from 'react';

export const DAMAGED_PAGE = {
	title: 'This page was changed',
	text: 'A translator or an extension has changed it. Please load it again.',
} as const;

const KEY = 'damaged-page';
const RELOAD_PAUSE_MS = 60_000;

/**
 * Returns whether React could not change the page, because an extension or a translator has moved its elements. The page's
 * data and its code are right.
 */
export const isDamagedPage = (error: unknown): boolean =>
	error instanceof DOMException && ['NotFoundError', 'HierarchyRequestError'].includes(error.name);

/**
 * Loads a damaged page again instead of showing its error. A page that is damaged twice within a minute stays, because it
 * would be loaded without end.
 */
export function useReloadOfDamagedPage(isDamaged: boolean): void {
	useEffect(() => {
		if (isDamaged && startReload(Date.now())) window.location.reload();
	}, [isDamaged]);
}

/** Returns whether the page may be loaded again, and records that it is. Without storage a loop cannot be noticed. */
function startReload(now: number): boolean {
	try {
		if (now - Number(sessionStorage.getItem(KEY)) < RELOAD_PAUSE_MS) return false;
		sessionStorage.setItem(KEY, String(now));
		return true;
	} catch {
		return false;
	}
}
