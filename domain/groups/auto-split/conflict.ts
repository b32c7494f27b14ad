import { buildInstance, type SplitQuestion } from './instance.ts';
import { splitPlainly } from './plain.ts';

/** Why no balanced split exists: pins and pairs of which none can be spared, or (`null`) it could not be told. */
export type SplitConflict = {
	pins: SplitQuestion['pins'];
	keepApart: SplitQuestion['keepApart'];
} | null;

/** Leaves out of the pins and keep-apart pairs of an impossible question whatever it is impossible without. */
export function explainConflict(question: SplitQuestion): SplitConflict {
	const isImpossible = (pins: SplitQuestion['pins'], keepApart: SplitQuestion['keepApart']): boolean => {
		const plain = splitPlainly(buildInstance({ ...question, wishes: {}, company: [], pins, keepApart }));
		return plain.found === null && plain.proven;
	};
	let { pins, keepApart } = question;
	if (!isImpossible(pins, keepApart)) return null;
	for (const pair of keepApart) {
		const rest = keepApart.filter((other) => other !== pair);
		if (isImpossible(pins, rest)) keepApart = rest;
	}
	for (const pin of pins) {
		const rest = pins.filter((other) => other !== pin);
		if (isImpossible(rest, keepApart)) pins = rest;
	}
	return { pins, keepApart };
}

/** The refusal's text; `nameOf` names a person, `groupName` a group by its place from 0. */
export function describeConflict(
	conflict: SplitConflict,
	groupCount: number,
	{ nameOf, groupName }: { nameOf: (userId: string) => string; groupName: (group: number) => string },
): string {
	if (!conflict) {
		return 'No balanced split was found that respects all pins and keep-apart pairs. Please remove some of them.';
	}
	const reasons = [
		...conflict.pins.map(({ userId, group }) => `${nameOf(userId)} is pinned to ${groupName(group)}`),
		...conflict.keepApart.map(([a, b]) => `${nameOf(a)} and ${nameOf(b)} are kept apart`),
	];
	return `No balanced split into ${groupCount} ${groupCount === 1 ? 'group' : 'groups'} is possible while ${reasons.join(', ')}.`;
}
