import { expect, it } from 'vitest';
import { listPanes, MAX_WINDOWS } from './window-row.tsx';

it('gives one pane a person in the order of certainty', () => {
	expect(listPanes({ confirmed: 2, late: 1, tentative: 1 })).toEqual([
		'confirmed',
		'confirmed',
		'late',
		'tentative',
	]);
});

it('is empty for nobody and for broken counts', () => {
	expect(listPanes({ confirmed: 0, late: 0, tentative: 0 })).toEqual([]);
	expect(listPanes({ confirmed: -3, late: Number.NaN, tentative: 0 })).toEqual([]);
});

it('never shows more than 27', () => {
	const panes = listPanes({ confirmed: 25, late: 500, tentative: 4 });
	expect(panes).toHaveLength(MAX_WINDOWS);
	expect(panes.filter((pane) => pane === 'late')).toHaveLength(2);
	expect(listPanes({ confirmed: 500, late: 0, tentative: 0 })).toHaveLength(27);
});
