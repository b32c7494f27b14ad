import { type ReactNode, useId } from 'react';
import { joinClasses } from './classes.ts';
import * as css from './progress.css.ts';
import { mutedSmall } from './text.css.ts';

export type ProgressProps = {
	label: ReactNode;
	value: number;
	max?: number;
	note?: ReactNode;
	className?: string;
};

export function Progress({ label, value, max = 100, note, className }: ProgressProps) {
	const id = useId();
	const percent = max > 0 ? Math.round((Math.min(Math.max(value, 0), max) / max) * 100) : 0;
	return (
		<div className={joinClasses(css.box, className)}>
			<div className={css.head}>
				<span id={id} role="status">
					{label}
				</span>
				<span className={css.percent}>{percent}%</span>
			</div>
			<progress className={css.bar} value={percent} max={100} aria-labelledby={id} />
			{note && <p className={mutedSmall}>{note}</p>}
		</div>
	);
}
