import { expect, it } from 'vitest';
import { listPanes, MAX_WINDOWS } from './window-row.tsx';

it('returns one pane per player: lit, half, open', () => {
	expect(listPanes({ lit: 2, half: 1, open: 1 })).toEqual(['lit', 'lit', 'half', 'open']);
});

it('returns no panes for zero and invalid counts', () => {
	expect(listPanes({ lit: 0, half: 0, open: 0 })).toEqual([]);
	expect(listPanes({ lit: -3, half: Number.NaN, open: 0 })).toEqual([]);
});

it('returns at most 27 panes', () => {
	const panes = listPanes({ lit: 25, half: 500, open: 4 });
	expect(panes).toHaveLength(MAX_WINDOWS);
	expect(panes.filter((pane) => pane === 'half')).toHaveLength(2);
	expect(listPanes({ lit: 500, half: 0, open: 0 })).toHaveLength(27);
});
