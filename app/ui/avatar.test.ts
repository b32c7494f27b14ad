import { describe, expect, it } from 'vitest';
import { pickBackground, pickInitials } from './avatar.tsx';

describe('pickInitials', () => {
	it.each([
		['marlowe', 'M'],
		['Priya Raghunathan', 'PR'],
		['  Wren   Abernathy-Castellanos ', 'WA'],
		['ash & ember', 'AE'],
		['Đorđe', 'Đ'],
		['77 nights', '7N'],
		['✨✨', '?'],
		['', '?'],
	])('%s is %s', (name, initials) => {
		expect(pickInitials(name)).toBe(initials);
	});
});

describe('pickBackground', () => {
	it('returns the same index for the same name, within bounds', () => {
		for (const name of ['marlowe', 'Mei-Lin Zhao', '', '🦊'.repeat(300)]) {
			const background = pickBackground(name, 10);
			expect(background).toBe(pickBackground(name, 10));
			expect(background).toBeGreaterThanOrEqual(0);
			expect(background).toBeLessThan(10);
		}
	});

	it('spreads names over the backgrounds', () => {
		const seen = new Set(Array.from({ length: 100 }, (_, index) => pickBackground(`player ${index}`, 10)));
		expect(seen.size).toBeGreaterThan(6);
	});
});
