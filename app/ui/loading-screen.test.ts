import { expect, it } from 'vitest';
import { JOKES, pickJoke } from './loading-screen.tsx';

it('contains at least 24 different jokes', () => {
	expect(JOKES.length).toBeGreaterThanOrEqual(24);
	expect(new Set(JOKES).size).toBe(JOKES.length);
});

it('never returns the previous joke', () => {
	for (const previous of JOKES) {
		for (const random of [0, 0.25, 0.5, 0.999]) expect(pickJoke(random, previous)).not.toBe(previous);
	}
});

it('always returns a joke', () => {
	for (const random of [0, 0.5, 0.9999, 1]) expect(JOKES).toContain(pickJoke(random));
});
