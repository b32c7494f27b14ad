import { expect, it } from 'vitest';
import { limitPanes, MAX_WINDOWS } from './window-row.tsx';

it('shows one window per player', () => {
	expect(limitPanes({ lit: 2, half: 1, open: 1 })).toEqual({ lit: 2, half: 1, open: 1 });
});

it('shows no windows for zero and invalid counts', () => {
	expect(limitPanes({ lit: -3, half: Number.NaN, open: 0 })).toEqual({ lit: 0, half: 0, open: 0 });
	expect(limitPanes({ lit: 2.7, half: Infinity, open: 1 })).toEqual({ lit: 2, half: 25, open: 0 });
});

it('shows at most 27 windows, the lit ones first', () => {
	expect(limitPanes({ lit: 25, half: 500, open: 4 })).toEqual({ lit: 25, half: 2, open: 0 });
	expect(limitPanes({ lit: 500, half: 1, open: 1 })).toEqual({ lit: MAX_WINDOWS, half: 0, open: 0 });
});
