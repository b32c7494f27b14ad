import * as css from './window-row.css.ts';

export type WindowRowProps = {
	lit: number;
	half: number;
	open: number;
	label: string;
};

/** The element of each window; a class for each would be most of the row's HTML. */
const PANES = { lit: '<i></i>', half: '<b></b>', open: '<s></s>' } as const;

/**
 * Renders a small window for each expected player, at most 27; the exact counts are below it in words. The windows are
 * written as HTML, because a page has hundreds of them and React would create an element for each.
 */
export function WindowRow({ lit, half, open, label }: WindowRowProps) {
	const counts = limitPanes({ lit, half, open });
	const html = (['lit', 'half', 'open'] as const).map((kind) => PANES[kind].repeat(counts[kind])).join('');
	return <div role="img" aria-label={label} className={css.row} dangerouslySetInnerHTML={{ __html: html }} />;
}

export const MAX_WINDOWS = 27;

type Counts = Record<keyof typeof PANES, number>;

/** Returns how many windows of each kind are shown: lit, then half, then open, at most `max`. Invalid counts are zero. */
export function limitPanes(counts: Counts, max = MAX_WINDOWS): Counts {
	const whole = (count: number) => Math.max(0, Math.floor(count || 0));
	const lit = Math.min(whole(counts.lit), max);
	const half = Math.min(whole(counts.half), max - lit);
	return { lit, half, open: Math.min(whole(counts.open), max - lit - half) };
}
