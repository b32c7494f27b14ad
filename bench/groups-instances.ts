import type { AutoSplitRequest } from '~/domain/groups/auto-split/auto-split.ts';
import { createRandomInteger } from '~/domain/groups/auto-split/random.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';

/**
 * The patterns of random player preferences: `few` none to five per player, `many` five per player, `friends`
 * mostly within circles of five. `oneSided` is five per player and never mutual, which is the hardest.
 */
export const PREFERENCE_PATTERNS = ['few', 'many', 'friends', 'oneSided'] as const;
export type PreferencePattern = (typeof PREFERENCE_PATTERNS)[number];

/** Returns the auto-split instance for a seed. It is the same in every run. */
export function createSplitRequest(
	seed: number,
	size: number,
	groupCount: number,
	pattern: PreferencePattern,
): AutoSplitRequest {
	const random = createRandomInteger(seed * 1_009 + size * 31 + groupCount);
	const players = Array.from({ length: size }, (_, i) => String(i));
	const playerPreferences: Record<string, string[]> = {};
	for (const [i, player] of players.entries()) {
		const count = pattern === 'few' || pattern === 'friends' ? random(6) : PREFERENCE_LIMITS.players;
		const chosen = new Set<string>();
		for (let attempts = 0; chosen.size < count && attempts < 300; attempts += 1) {
			const isNear = pattern === 'friends' && random(100) < 60;
			const other = isNear ? i - (i % 5) + random(5) : random(size);
			if (other === i || other >= size) continue;
			if (pattern === 'oneSided' && playerPreferences[String(other)]?.includes(player)) continue;
			chosen.add(String(other));
		}
		playerPreferences[player] = [...chosen];
	}
	const rest = { pins: [], keepApart: [], recentPairings: [], storytellers: [], storytellerPreferences: {} };
	return { players, groupCount, playerPreferences, ...rest };
}

/** Returns the instance with two pinned players and two pairs kept apart. */
export function addConstraints(instance: AutoSplitRequest): AutoSplitRequest {
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
