import { describe, expect, it } from 'vitest';
import { pickGround, pickInitials } from './avatar.tsx';

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

describe('pickGround', () => {
	it('is the same for the same name and within bounds', () => {
		for (const name of ['marlowe', 'Mei-Lin Zhao', '', '🦊'.repeat(300)]) {
			const ground = pickGround(name, 10);
			expect(ground).toBe(pickGround(name, 10));
			expect(ground).toBeGreaterThanOrEqual(0);
			expect(ground).toBeLessThan(10);
		}
	});

	it('spreads names over the grounds', () => {
		const seen = new Set(Array.from({ length: 100 }, (_, index) => pickGround(`player ${index}`, 10)));
		expect(seen.size).toBeGreaterThan(6);
	});
});
