import { joinClasses } from './classes.ts';
import * as css from './window-row.css.ts';
import { listPanes } from './window-row-cap.ts';

export type WindowRowProps = {
	lit: number;
	half: number;
	open: number;
	/** The same in words. */
	label: string;
	className?: string;
};

/** A small window for everybody who comes, at most 27; the exact counts stand below it in words. */
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
