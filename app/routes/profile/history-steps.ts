/** How many events the history shows at first, how many each step adds, and the maximum. */
const HISTORY = { first: 5, step: 20, most: 10_005 };
/** The number of sessions that are shown at first. */
const SESSIONS_SHOWN = 10;

/** How many events of the history the profile shows, and how many sessions; null means all sessions. */
export type Shown = { history: number; sessions: number | null };

/** Returns what the profile's address asks for. */
export function readShown(query: URLSearchParams): Shown {
	const requestedCount = Number(query.get('shown'));
	return {
		history:
			Number.isInteger(requestedCount) && requestedCount > HISTORY.first
				? Math.min(requestedCount, HISTORY.most)
				: HISTORY.first,
		sessions: query.get('sessions') === 'all' ? null : SESSIONS_SHOWN,
	};
}

/** Returns the address that shows one more step of the history. */
export const olderHref = ({ history, sessions }: Shown) =>
	`/profile?shown=${history + HISTORY.step}${sessions === null ? '&sessions=all' : ''}`;

/** Returns the address that shows all sessions. */
export const allSessionsHref = ({ history }: Shown) =>
	`/profile?${history > HISTORY.first ? `shown=${history}&` : ''}sessions=all`;
