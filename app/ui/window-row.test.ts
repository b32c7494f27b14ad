import { expect, it } from 'vitest';
import { listPanes, MAX_WINDOWS } from './window-row.tsx';

it('gives one pane a person in the order of certainty', () => {
	expect(listPanes({ lit: 2, half: 1, open: 1 })).toEqual(['lit', 'lit', 'half', 'open']);
});

it('is empty for nobody and for broken counts', () => {
	expect(listPanes({ lit: 0, half: 0, open: 0 })).toEqual([]);
	expect(listPanes({ lit: -3, half: Number.NaN, open: 0 })).toEqual([]);
});

it('never shows more than 27', () => {
	const panes = listPanes({ lit: 25, half: 500, open: 4 });
	expect(panes).toHaveLength(MAX_WINDOWS);
	expect(panes.filter((pane) => pane === 'half')).toHaveLength(2);
	expect(listPanes({ lit: 500, half: 0, open: 0 })).toHaveLength(27);
});
