import { joinClasses } from '~/app/ui/classes.ts';
import { EASTERN } from '~/domain/limits.ts';
import { getTileParts } from '~/domain/time/format.ts';
import * as css from './window-tile.css.ts';

export type WindowLight = keyof typeof css.lit;

export type WindowTileProps = {
	/** The instant, ISO 8601. */
	date: string;
	/** Lit: confirmed. Half: late. Open: tentative. Dark: declined or no signup. */
	lit?: WindowLight;
	big?: boolean;
	className?: string | undefined;
};

/**
 * Renders the day of an instant in Eastern Time, in a round-topped window that is lit by the viewer's signup status.
 * Its text is elsewhere.
 */
export function WindowTile({ date, lit = 'dark', big, className }: WindowTileProps) {
	const { weekday, day, month } = getTileParts(date, EASTERN);
	const dayClass = joinClasses(css.day, lit === 'lit' && css.dayOnLit);
	return (
		<time
			dateTime={date}
			className={joinClasses(css.tile, css.lit[lit], big && css.big, className)}
			dangerouslySetInnerHTML={{
				__html: `<span>${weekday}</span><span class="${dayClass}">${day}</span><span>${month}</span>`,
			}}
		/>
	);
}
