import { joinClasses } from './classes.ts';
import * as css from './window-tile.css.ts';

export type WindowLight = keyof typeof css.lit;

export type WindowTileProps = {
	weekday: string;
	day: string | number;
	month: string;
	/** Lit: confirmed. Half: late. Open: tentative. Dark: declined or no signup. */
	lit?: WindowLight;
	big?: boolean;
	/** The date in machine-readable form. */
	dateTime?: string;
	className?: string;
};

/** Renders a date in a round-topped window, lit by the viewer's signup status; its text is elsewhere. */
export function WindowTile({ weekday, day, month, lit = 'dark', big, dateTime, className }: WindowTileProps) {
	return (
		<time dateTime={dateTime} className={joinClasses(css.tile, css.lit[lit], big && css.big, className)}>
			<span>{weekday}</span>
			<span className={joinClasses(css.day, lit === 'lit' && css.dayOnLit)}>{day}</span>
			<span>{month}</span>
		</time>
	);
}
