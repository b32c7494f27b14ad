import { getDateInWeek, type TemplateForm } from '~/domain/events/template-week.ts';
import { getWeekday, WEEKDAYS } from '~/domain/time/day.ts';
import { formatFieldTime, getTileParts } from '~/domain/time/format.ts';
import * as css from './template-events.css.ts';

type WeekTilesProps = {
	form: TemplateForm;
	startDate: string;
	names: readonly string[];
};

/** Renders one checkbox per weekday, drawn as a window; pressing it selects or deselects the day. */
export function WeekTiles({ form, startDate, names }: WeekTilesProps) {
	return (
		<fieldset className={css.week}>
			<legend className={css.legend}>Event days</legend>
			<div className={css.tiles}>
				{form.events.map(({ day, enabled, time }, index) => (
					<label key={day} className={css.tile}>
						<input
							type="checkbox"
							name={names[index]}
							defaultChecked={enabled}
							className={css.tileBox}
							aria-label={WEEKDAYS[day]}
						/>
						<TileText day={day} startDate={startDate} time={time} />
					</label>
				))}
			</div>
		</fieldset>
	);
}

export function TileText({ day, startDate, time }: { day: number; startDate: string; time: string }) {
	const date = getWeekday(startDate) === null ? null : getDateInWeek(startDate, day);
	const parts = date && getTileParts(`${date}T00:00:00Z`, 'UTC');
	return (
		<>
			<span className={css.tileDay}>{WEEKDAYS[day]?.slice(0, 3)}</span>
			{parts && (
				<span>
					{parts.month} {parts.day}
				</span>
			)}
			{time && <span className={css.tileTime}>{formatFieldTime(time)}</span>}
			<span className={css.tileOff}>off</span>
		</>
	);
}
