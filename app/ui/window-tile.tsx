import { joinClasses } from './classes.ts';
import * as css from './window-tile.css.ts';

export type WindowLight = keyof typeof css.lit;

export type WindowTileProps = {
	weekday: string;
	day: string | number;
	month: string;
	/** Lit: you come. Half: later. Open: perhaps. Dark: no, or no answer yet. */
	lit?: WindowLight;
	big?: boolean;
	/** The machine's form of the date. */
	dateTime?: string;
	className?: string;
};

/** A date in a round-topped window; its light is the viewer's own answer (which stands in words elsewhere). */
export function WindowTile({ weekday, day, month, lit = 'dark', big, dateTime, className }: WindowTileProps) {
	return (
		<time dateTime={dateTime} className={joinClasses(css.tile, css.lit[lit], big && css.big, className)}>
			<span>{weekday}</span>
			<span className={joinClasses(css.day, lit === 'lit' && css.dayOnLit)}>{day}</span>
			<span>{month}</span>
		</time>
	);
}
