import { joinClasses } from './classes.ts';
import * as css from './window-row.css.ts';

export type WindowRowProps = {
	lit: number;
	half: number;
	open: number;
	/** The text alternative. */
	label: string;
	className?: string;
};

/** Renders a small window for each expected player, at most 27; the exact counts are below it in words. */
export function WindowRow({ lit, half, open, label, className }: WindowRowProps) {
	const panes = listPanes({ lit, half, open });
	return (
		<div role="img" aria-label={label} className={joinClasses(css.row, className)}>
			{panes.map((kind, index) => (
				<span key={index} className={joinClasses(css.pane, css.light[kind])} />
			))}
		</div>
	);
}

export const MAX_WINDOWS = 27;

type Pane = 'lit' | 'half' | 'open';

/** Returns one pane per player: lit, then half, then open, at most `max`. Invalid counts are zero. */
export function listPanes(counts: Record<Pane, number>, max = MAX_WINDOWS): Pane[] {
	const panes: Pane[] = [];
	for (const kind of ['lit', 'half', 'open'] as const) {
		const count = Math.max(0, Math.floor(counts[kind] || 0));
		for (let index = 0; index < count && panes.length < max; index++) panes.push(kind);
	}
	return panes;
}
