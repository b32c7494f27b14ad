export const MAX_WINDOWS = 27;

export type Pane = 'confirmed' | 'late' | 'tentative';

/** One pane a person, confirmed first, then late, then tentative; never more than `max`. Negative or broken counts are none. */
export function listPanes(counts: Record<Pane, number>, max = MAX_WINDOWS): Pane[] {
	const panes: Pane[] = [];
	for (const kind of ['confirmed', 'late', 'tentative'] as const) {
		const count = Math.max(0, Math.floor(counts[kind] || 0));
		for (let index = 0; index < count && panes.length < max; index++) panes.push(kind);
	}
	return panes;
}
