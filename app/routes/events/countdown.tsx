import { joinClasses } from '~/app/ui/classes.ts';
import type { CountdownParts } from '~/domain/events/countdown.ts';
import * as css from './countdown.css.ts';

type CountdownProps = { parts: CountdownParts; show: readonly (keyof CountdownParts)[]; className?: string };

/** Some of the four numbers until the next game, two digits each, with their words below. */
export function Countdown({ parts, show, className }: CountdownProps) {
	return (
		<div className={joinClasses(css.units, className)}>
			{show.map((unit) => (
				<span key={unit} className={css.unit}>
					<span className={css.number}>{String(parts[unit]).padStart(2, '0')}</span>{' '}
					<span className={css.name}>{parts[unit] === 1 ? unit.slice(0, -1) : unit}</span>
				</span>
			))}
		</div>
	);
}
