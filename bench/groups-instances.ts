import type { AutoSplitQuestion } from '~/domain/groups/auto-split/auto-split.ts';
import { makeRandom } from '~/domain/groups/auto-split/random.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';

/**
 * How people wish: `few` none to five of anybody, `many` five of anybody, `friends` mostly within circles of five,
 * `unanswered` five of anybody who does not wish for them (the hardest: no mutual pair binds anybody).
 */
export const MOODS = ['few', 'many', 'friends', 'unanswered'] as const;
export type Mood = (typeof MOODS)[number];

/** The `seed`th night of so many players; the same in every run. */
export function makeNight(seed: number, size: number, groupCount: number, mood: Mood): AutoSplitQuestion {
	const random = makeRandom(seed * 1_009 + size * 31 + groupCount);
	const players = Array.from({ length: size }, (_, i) => String(i));
	const wishes: Record<string, string[]> = {};
	for (const [i, player] of players.entries()) {
		const count = mood === 'few' || mood === 'friends' ? random(6) : PREFERENCE_LIMITS.players;
		const chosen = new Set<string>();
		for (let tries = 0; chosen.size < count && tries < 300; tries += 1) {
			const isNear = mood === 'friends' && random(100) < 60;
			const other = isNear ? i - (i % 5) + random(5) : random(size);
			if (other === i || other >= size) continue;
			if (mood === 'unanswered' && wishes[String(other)]?.includes(player)) continue;
			chosen.add(String(other));
		}
		wishes[player] = [...chosen];
	}
	const rest = { pins: [], keepApart: [], company: [], storytellers: [], storytellerWishes: {} };
	return { players, groupCount, wishes, ...rest };
}

/** The same night with two people pinned and two pairs kept apart. */
export function constrain(night: AutoSplitQuestion): AutoSplitQuestion {
	const [a = '', b = '', c = '', d = ''] = night.players;
	return {
		...night,
		pins: [
			{ userId: a, group: 0 },
			{ userId: b, group: 1 },
		],
		keepApart: [
			[a, c],
			[c, d],
		],
	};
}
