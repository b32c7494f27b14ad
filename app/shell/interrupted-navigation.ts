import { useEffect } from 'react';
import { useNavigation } from 'react-router';

const KEY = 'navigation';

/**
 * Renders nothing. Stores where the router is going, until it is there. A newer build lacks the files of this page:
 * then the router reloads the page that the user is leaving, or forgets the query and the fragment of the next one.
 */
export function StoredTarget() {
	const { state, location } = useNavigation();
	const target = state === 'loading' ? location.pathname + location.search + location.hash : null;
	useEffect(() => {
		try {
			if (target) sessionStorage.setItem(KEY, target);
			else sessionStorage.removeItem(KEY);
		} catch {
			// Without storage the user follows the link a second time.
		}
	}, [target]);
	return null;
}

/** Goes on to where the router was going when a load of a document interrupted it. Call this before the page starts. */
export function resumeNavigation(): void {
	let target: string | null = null;
	try {
		target = sessionStorage.getItem(KEY);
		sessionStorage.removeItem(KEY);
	} catch {
		return;
	}
	const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
	if (target && shouldResume(target, window.location, entry?.type))
		window.location.replace(window.location.origin + target);
}

/**
 * Returns whether a document that was loaded at `location` takes the place of one for `target`: the page was reloaded,
 * or it is the target without its query or fragment.
 */
export function shouldResume(
	target: string,
	{ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
	type: string | undefined,
): boolean {
	if (target === pathname + search + hash) return false;
	return type === 'reload' || target.split(/[?#]/)[0] === pathname;
}
