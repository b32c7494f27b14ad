import { expect, it } from 'vitest';
import { JOKES, pickJoke } from './jokes.ts';

it('has at least 24 jokes, each once', () => {
	expect(JOKES.length).toBeGreaterThanOrEqual(24);
	expect(new Set(JOKES).size).toBe(JOKES.length);
});

it('never tells the same one twice in a row', () => {
	for (const told of JOKES) {
		for (const random of [0, 0.25, 0.5, 0.999]) expect(pickJoke(random, told)).not.toBe(told);
	}
});

it('always has one', () => {
	for (const random of [0, 0.5, 0.9999, 1]) expect(JOKES).toContain(pickJoke(random));
});
