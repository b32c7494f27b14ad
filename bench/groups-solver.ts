import loadHighs from 'highs';
import type { SplitRequest } from '~/domain/groups/auto-split/instance.ts';

const highs = await loadHighs();

type SolverRequest = SplitRequest & { firstTimers?: readonly string[] };

export type SolverResult = { mutual: number; oneSided: number };

/**
 * Returns the optimal split of the HiGHS MIP solver. The model is written from the rules, independently of our code: it
 * maximizes the mutual pairs, then the one-sided preferences, with all `firstTimers` in one group. Returns null when a step takes longer than `seconds`.
 */
export function solveWithHighs(request: SolverRequest, seconds: number): SolverResult | null {
	const pairs = listPairs(request);
	const mutual = solve(
		request,
		pairs,
		pairs.filter((pair) => pair.isMutual),
		null,
		seconds,
	);
	if (mutual === null) return null;
	const oneSided = solve(
		request,
		pairs,
		pairs.filter((pair) => !pair.isMutual),
		mutual,
		seconds,
	);
	return oneSided === null ? null : { mutual, oneSided };
}

type Pair = { a: number; b: number; isMutual: boolean };

function listPairs({ players, playerPreferences }: SplitRequest): Pair[] {
	const pairs: Pair[] = [];
	for (const [a, first] of players.entries()) {
		for (const [b, second] of players.entries()) {
			if (b <= a) continue;
			const count =
				Number(playerPreferences[first]?.includes(second)) +
				Number(playerPreferences[second]?.includes(first));
			if (count > 0) pairs.push({ a, b, isMutual: count === 2 });
		}
	}
	return pairs;
}

const toSeatVariable = (player: number, group: number) => `x${player}_${group}`;
const toPairVariable = ({ a, b }: Pair) => `y${a}_${b}`;

function solve(
	{ players, groupCount, pins, keepApart, firstTimers = [] }: SolverRequest,
	pairs: readonly Pair[],
	objectivePairs: readonly Pair[],
	mutual: number | null,
	seconds: number,
): number | null {
	if (objectivePairs.length === 0) return 0;
	const groups = Array.from({ length: groupCount }, (_, group) => group);
	const modelPairs = mutual === null ? objectivePairs : pairs;
	const constraints = players.map((_, i) => `${groups.map((g) => toSeatVariable(i, g)).join(' + ')} = 1`);
	for (const group of groups) {
		const groupSize = players.map((_, i) => toSeatVariable(i, group)).join(' + ');
		constraints.push(`${groupSize} >= ${Math.floor(players.length / groupCount)}`);
		constraints.push(`${groupSize} <= ${Math.ceil(players.length / groupCount)}`);
	}
	for (const pair of modelPairs) {
		for (const group of groups) {
			constraints.push(
				`${toPairVariable(pair)} + ${toSeatVariable(pair.a, group)} - ${toSeatVariable(pair.b, group)} <= 1`,
			);
			constraints.push(
				`${toPairVariable(pair)} - ${toSeatVariable(pair.a, group)} + ${toSeatVariable(pair.b, group)} <= 1`,
			);
		}
	}
	// When two of three pairs share a group, the third pair does too.
	for (const [one, two, three] of listTriangles(modelPairs)) {
		constraints.push(
			`${one} + ${two} - ${three} <= 1`,
			`${one} - ${two} + ${three} <= 1`,
			`${two} + ${three} - ${one} <= 1`,
		);
		if (groupCount === 2) constraints.push(`${one} + ${two} + ${three} >= 1`);
	}
	for (const { userId, group } of pins)
		constraints.push(`${toSeatVariable(players.indexOf(userId), group)} = 1`);
	if (pins.length === 0) constraints.push(`${toSeatVariable(0, 0)} = 1`);
	for (const [a, b] of keepApart) {
		for (const group of groups) {
			constraints.push(
				`${toSeatVariable(players.indexOf(a), group)} + ${toSeatVariable(players.indexOf(b), group)} <= 1`,
			);
		}
	}
	for (const [i, id] of firstTimers.entries()) {
		const next = firstTimers[i + 1];
		if (next === undefined) break;
		for (const group of groups) {
			constraints.push(
				`${toSeatVariable(players.indexOf(id), group)} - ${toSeatVariable(players.indexOf(next), group)} = 0`,
			);
		}
	}
	if (mutual !== null && mutual > 0) {
		constraints.push(
			`${pairs
				.filter((pair) => pair.isMutual)
				.map(toPairVariable)
				.join(' + ')} = ${mutual}`,
		);
	}
	const result = highs.solve(
		[
			'Maximize',
			` ${objectivePairs.map(toPairVariable).join(' + ')}`,
			'Subject To',
			...constraints.map((row, i) => ` r${i}: ${row}`),
			'Binary',
			` ${players.flatMap((_, i) => groups.map((g) => toSeatVariable(i, g))).join(' ')} ${modelPairs.map(toPairVariable).join(' ')}`,
			'End',
		].join('\n'),
		{ time_limit: seconds, mip_rel_gap: 0, mip_abs_gap: 0.5, output_flag: false },
	);
	return result.Status === 'Optimal' ? Math.round(result.ObjectiveValue) : null;
}

function listTriangles(pairs: readonly Pair[]): [string, string, string][] {
	const names = new Map(pairs.map((pair) => [pair.a * 1_000 + pair.b, toPairVariable(pair)]));
	const found: [string, string, string][] = [];
	for (const one of pairs) {
		for (const two of pairs) {
			if (two.a !== one.b) continue;
			const three = names.get(one.a * 1_000 + two.b);
			if (three) found.push([toPairVariable(one), toPairVariable(two), three]);
		}
	}
	return found;
}
