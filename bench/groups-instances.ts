import type { AutoSplitQuestion } from '~/domain/groups/auto-split/auto-split.ts';
import { makeRandom } from '~/domain/groups/auto-split/random.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';

/**
 * The patterns of random player preferences: `few` none to five per player, `many` five per player, `friends` mostly within
 * circles of five, `unanswered` five per player and never mutual (the hardest pattern, because no mutual pair exists).
 */
export const MOODS = ['few', 'many', 'friends', 'unanswered'] as const;
export type Mood = (typeof MOODS)[number];

/** Returns the auto-split instance for a seed. It is the same in every run. */
export function makeNight(seed: number, size: number, groupCount: number, mood: Mood): AutoSplitQuestion {
	const random = makeRandom(seed * 1_009 + size * 31 + groupCount);
	const players = Array.from({ length: size }, (_, i) => String(i));
	const wishes: Record<string, string[]> = {};
	for (const [i, player] of players.entries()) {
		const count = mood === 'few' || mood === 'friends' ? random(6) : PREFERENCE_LIMITS.players;
		const chosen = new Set<string>();
		for (let attempts = 0; chosen.size < count && attempts < 300; attempts += 1) {
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

/** Returns the instance with two pinned players and two pairs kept apart. */
export function constrain(instance: AutoSplitQuestion): AutoSplitQuestion {
	const [a = '', b = '', c = '', d = ''] = instance.players;
	return {
		...instance,
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
