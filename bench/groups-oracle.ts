import loadHighs from 'highs';
import type { SplitQuestion } from '~/domain/groups/auto-split/instance.ts';

const highs = await loadHighs();

export type OracleAnswer = { mutual: number; oneSided: number };

/**
 * The best split as the HiGHS MIP solver finds it, written down anew from the rules and not from our code: first the
 * most mutual pairs, then, with as many, the most one-sided wishes. Null when it does not finish in `seconds` a step.
 */
export function askOracle(question: SplitQuestion, seconds: number): OracleAnswer | null {
	const pairs = listPairs(question);
	const mutual = solve(
		question,
		pairs,
		pairs.filter((pair) => pair.isMutual),
		null,
		seconds,
	);
	if (mutual === null) return null;
	const oneSided = solve(
		question,
		pairs,
		pairs.filter((pair) => !pair.isMutual),
		mutual,
		seconds,
	);
	return oneSided === null ? null : { mutual, oneSided };
}

type Pair = { a: number; b: number; isMutual: boolean };

function listPairs({ players, wishes }: SplitQuestion): Pair[] {
	const pairs: Pair[] = [];
	for (const [a, first] of players.entries()) {
		for (const [b, second] of players.entries()) {
			if (b <= a) continue;
			const count = Number(wishes[first]?.includes(second)) + Number(wishes[second]?.includes(first));
			if (count > 0) pairs.push({ a, b, isMutual: count === 2 });
		}
	}
	return pairs;
}

const seat = (player: number, group: number) => `x${player}_${group}`;
const bond = ({ a, b }: Pair) => `y${a}_${b}`;

function solve(
	{ players, groupCount, pins, keepApart }: SplitQuestion,
	pairs: readonly Pair[],
	wanted: readonly Pair[],
	mutual: number | null,
	seconds: number,
): number | null {
	if (wanted.length === 0) return 0;
	const groups = Array.from({ length: groupCount }, (_, group) => group);
	const kept = mutual === null ? wanted : pairs;
	const rows = players.map((_, i) => `${groups.map((g) => seat(i, g)).join(' + ')} = 1`);
	for (const group of groups) {
		const sum = players.map((_, i) => seat(i, group)).join(' + ');
		rows.push(`${sum} >= ${Math.floor(players.length / groupCount)}`);
		rows.push(`${sum} <= ${Math.ceil(players.length / groupCount)}`);
	}
	for (const pair of kept) {
		for (const group of groups) {
			rows.push(`${bond(pair)} + ${seat(pair.a, group)} - ${seat(pair.b, group)} <= 1`);
			rows.push(`${bond(pair)} - ${seat(pair.a, group)} + ${seat(pair.b, group)} <= 1`);
		}
	}
	// Of three people who are all paired, not exactly two pairs are together.
	for (const [one, two, three] of listTriangles(kept)) {
		rows.push(
			`${one} + ${two} - ${three} <= 1`,
			`${one} - ${two} + ${three} <= 1`,
			`${two} + ${three} - ${one} <= 1`,
		);
		if (groupCount === 2) rows.push(`${one} + ${two} + ${three} >= 1`);
	}
	for (const { userId, group } of pins) rows.push(`${seat(players.indexOf(userId), group)} = 1`);
	if (pins.length === 0) rows.push(`${seat(0, 0)} = 1`);
	for (const [a, b] of keepApart) {
		for (const group of groups) {
			rows.push(`${seat(players.indexOf(a), group)} + ${seat(players.indexOf(b), group)} <= 1`);
		}
	}
	if (mutual !== null && mutual > 0) {
		rows.push(
			`${pairs
				.filter((pair) => pair.isMutual)
				.map(bond)
				.join(' + ')} = ${mutual}`,
		);
	}
	const result = highs.solve(
		[
			'Maximize',
			` ${wanted.map(bond).join(' + ')}`,
			'Subject To',
			...rows.map((row, i) => ` r${i}: ${row}`),
			'Binary',
			` ${players.flatMap((_, i) => groups.map((g) => seat(i, g))).join(' ')} ${kept.map(bond).join(' ')}`,
			'End',
		].join('\n'),
		{ time_limit: seconds, mip_rel_gap: 0, mip_abs_gap: 0.5, output_flag: false },
	);
	return result.Status === 'Optimal' ? Math.round(result.ObjectiveValue) : null;
}

function listTriangles(pairs: readonly Pair[]): [string, string, string][] {
	const names = new Map(pairs.map((pair) => [pair.a * 1_000 + pair.b, bond(pair)]));
	const found: [string, string, string][] = [];
	for (const one of pairs) {
		for (const two of pairs) {
			if (two.a !== one.b) continue;
			const three = names.get(one.a * 1_000 + two.b);
			if (three) found.push([bond(one), bond(two), three]);
		}
	}
	return found;
}
