import { parseAddressNumber } from '~/domain/address-numbers.ts';
import { HISTORY_SHOWN } from '~/domain/limits.ts';

/** How many events are shown first, how many each step adds, and how many at most. Then older replace newer ones. */
const HISTORY = { first: HISTORY_SHOWN, step: 20, most: 105 };
const SESSIONS_SHOWN = 10;

/** The events up to the place `history`, the latest first, and the number of sessions; null means all. */
export type ShownLengths = { history: number; sessions: number | null };

export function parseShownLengths(query: URLSearchParams): ShownLengths {
	return {
		history: Math.max(parseAddressNumber('shown', query.get('shown')) ?? 0, HISTORY.first),
		sessions: query.get('sessions') === 'all' ? null : SESSIONS_SHOWN,
	};
}

/** Returns the events of the history that are shown: all up to `history`, or its last page when these are too many. */
export function getHistoryPage({ history }: ShownLengths): { limit: number; offset: number } {
	const page = HISTORY.most - HISTORY.first;
	return history <= HISTORY.most ? { limit: history, offset: 0 } : { limit: page, offset: history - page };
}

/** Returns `shown`, limited to the last page of a history with `total` events. */
export function limitToHistory(shown: ShownLengths, total: number): ShownLengths {
	const { offset } = getHistoryPage(shown);
	if (offset === 0 || offset < total) return shown;
	const page = HISTORY.most - HISTORY.first;
	const pages = Math.max(0, Math.ceil((total - HISTORY.most) / page));
	return { ...shown, history: HISTORY.most + pages * page };
}

export const buildOlderHref = (shown: ShownLengths) =>
	hrefOf({
		...shown,
		history: shown.history + (shown.history < HISTORY.most ? HISTORY.step : HISTORY.most - HISTORY.first),
	});

export const buildNewerHref = (shown: ShownLengths) =>
	hrefOf({ ...shown, history: getHistoryPage(shown).offset });

export const buildAllSessionsHref = (shown: ShownLengths) => hrefOf({ ...shown, sessions: null });

function hrefOf({ history, sessions }: ShownLengths): string {
	const query = [history > HISTORY.first && `shown=${history}`, sessions === null && 'sessions=all'];
	return `/profile?${query.filter(Boolean).join('&')}`;
}
