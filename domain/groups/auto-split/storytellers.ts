/**
 * Returns each group's storyteller, or null: the assignment that fulfills the most storyteller preferences.
 * As many groups as possible get one; of equal assignments, earlier storytellers get earlier groups. Only
 * `taught.teachers` may have the group `taught.group`, which gets one first. Throws a RangeError for more
 * than 16 groups.
 */
export function seatStorytellers(
	groups: readonly (readonly string[])[],
	storytellers: readonly string[],
	storytellerPreferences: Readonly<Record<string, readonly string[]>>,
	taught: { group: number | null; teachers: readonly string[] } = { group: null, teachers: [] },
): (string | null)[] {
	if (groups.length > 16) throw new RangeError('At most 16 groups');
	// best[i][taken]: the highest value that the storytellers from i on can still add when the groups in
	// `taken` have one. A seat is worth more than all preferences.
	const seatValue = 1 + groups.reduce((sum, players) => sum + players.length, 0) * Math.max(1, groups.length);
	const values = storytellers.map((id) =>
		groups.map((players, group) => {
			const value = players.filter((player) => storytellerPreferences[player]?.includes(id)).length;
			if (group !== taught.group) return value;
			return taught.teachers.includes(id) ? value + seatValue : Number.NEGATIVE_INFINITY;
		}),
	);
	const subsetCount = 2 ** groups.length;
	const best = Array.from({ length: storytellers.length + 1 }, () => new Float64Array(subsetCount));
	const getAssignmentValue = (i: number, group: number, taken: number) =>
		seatValue + (values[i]?.[group] ?? 0) + (best[i + 1]?.[taken | (1 << group)] ?? 0);
	const isFree = (group: number, taken: number) => (taken & (1 << group)) === 0;
	for (let i = storytellers.length - 1; i >= 0; i -= 1) {
		for (let taken = 0; taken < subsetCount; taken += 1) {
			let maxValue = best[i + 1]?.[taken] ?? 0;
			for (let group = 0; group < groups.length; group += 1) {
				if (isFree(group, taken)) maxValue = Math.max(maxValue, getAssignmentValue(i, group, taken));
			}
			(best[i] as Float64Array)[taken] = maxValue;
		}
	}
	const seated: (string | null)[] = groups.map(() => null);
	let taken = 0;
	for (const [i, id] of storytellers.entries()) {
		const group = groups.findIndex(
			(_, index) => isFree(index, taken) && getAssignmentValue(i, index, taken) === best[i]?.[taken],
		);
		if (group < 0) continue;
		seated[group] = id;
		taken |= 1 << group;
	}
	return seated;
}
