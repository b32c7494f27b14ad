import { type ReactNode, useId } from 'react';
import * as css from './progress.css.ts';
import { mutedSmall } from './text.css.ts';

export type ProgressProps = {
	label: ReactNode;
	value: number;
	note?: ReactNode;
};

export function Progress({ label, value, note }: ProgressProps) {
	const id = useId();
	const percent = Math.round(Math.min(Math.max(value, 0), 100));
	return (
		<div className={css.box}>
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
