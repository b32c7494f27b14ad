export const MAX_WINDOWS = 27;

export type Pane = 'lit' | 'half' | 'open';

/** One pane a person, lit first, then half lit, then open; never more than `max`. Negative or broken counts are none. */
export function listPanes(counts: Record<Pane, number>, max = MAX_WINDOWS): Pane[] {
	const panes: Pane[] = [];
	for (const kind of ['lit', 'half', 'open'] as const) {
		const count = Math.max(0, Math.floor(counts[kind] || 0));
		for (let index = 0; index < count && panes.length < max; index++) panes.push(kind);
	}
	return panes;
}
