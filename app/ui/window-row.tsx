import { joinClasses } from './classes.ts';
import * as css from './window-row.css.ts';

export type WindowRowProps = {
	confirmed: number;
	late: number;
	tentative: number;
	/** The same in words. */
	label: string;
	className?: string;
};

/** A small window for everybody who comes, at most 27; the exact counts stand below it in words. */
export function WindowRow({ confirmed, late, tentative, label, className }: WindowRowProps) {
	const panes = listPanes({ confirmed, late, tentative });
	return (
		<div role="img" aria-label={label} className={joinClasses(css.row, className)}>
			{panes.map((kind, index) => (
				<span key={index} className={joinClasses(css.pane, css.light[kind])} />
			))}
		</div>
	);
}

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
