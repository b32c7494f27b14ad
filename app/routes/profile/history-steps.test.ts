import { describe, expect, test } from 'vitest';
import {
	buildAllSessionsHref,
	buildNewerHref,
	buildOlderHref,
	getHistoryPage,
	limitToHistory,
	parseShownLengths,
} from './history-steps.ts';

const read = (query: string) => parseShownLengths(new URLSearchParams(query));

describe('the signup history', () => {
	test('grows to 105 events, then shows 100 a page', () => {
		const hrefs = ['/profile?'];
		const pages: { limit: number; offset: number }[] = [];
		for (let i = 0; i < 8; i += 1) {
			const shown = read(String(hrefs.at(-1)?.split('?')[1]));
			pages.push(getHistoryPage(shown));
			hrefs.push(buildOlderHref(shown));
		}
		expect(pages.map(({ limit, offset }) => [offset, limit])).toEqual([
			[0, 5],
			[0, 25],
			[0, 45],
			[0, 65],
			[0, 85],
			[0, 105],
			[105, 100],
			[205, 100],
		]);
	});

	test('leads back to the page before', () => {
		expect(buildNewerHref(read('shown=305&sessions=all'))).toBe('/profile?shown=205&sessions=all');
		expect(buildNewerHref(read('shown=205'))).toBe('/profile?shown=105');
	});

	test.each(['', 'shown=5', 'shown=-1', 'shown=many', 'shown=7.5', 'shown=999999999'])(
		'%j shows the first events',
		(query) => {
			expect(getHistoryPage(read(query))).toEqual({ limit: 5, offset: 0 });
		},
	);

	test('has an end', () => {
		expect(getHistoryPage(read('shown=10005'))).toEqual({ limit: 100, offset: 9_905 });
	});

	test.each([
		['', 0, 5],
		['shown=105', 3, 105],
		['shown=500', 0, 105],
		['shown=500', 3, 105],
		['shown=500', 105, 105],
		['shown=500', 106, 205],
		['shown=500', 205, 205],
		['shown=500', 300, 305],
		['shown=500', 401, 500],
		['shown=10005', 130, 205],
	])('%j of %d events ends at %d', (query, total, history) => {
		const shown = limitToHistory(read(query), total);
		expect(shown).toEqual({ history, sessions: 10 });
		if (total > 0) expect(getHistoryPage(shown).offset).toBeLessThan(total);
	});

	test('stays as it is when all sessions are shown', () => {
		expect(buildAllSessionsHref(read('shown=25'))).toBe('/profile?shown=25&sessions=all');
		expect(buildAllSessionsHref(read(''))).toBe('/profile?sessions=all');
	});
});
