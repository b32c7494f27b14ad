import { useSite } from '~/app/ui/site-context.tsx';
import { findQuickChoice, QUICK_SELECTS, type QuickChoice } from '~/domain/events/quick-select.ts';
import type { UsualEvent } from '~/domain/events/usual.ts';
import { isolate } from '~/domain/isolate.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { wallTimeToInstant } from '~/domain/time/wall-time.ts';
import * as css from './quick-select.css.ts';
import type { EventFormModel } from './use-event-form.ts';
import type { LiveValues } from './use-live-values.ts';

/**
 * Renders four suggested dates as windows; the one that the form is set to is lit. Without script each button
 * renders the form again.
 */
export function QuickSelect({ model, now }: { model: EventFormModel; now: string }) {
	const { gameName } = useSite();
	return (
		<fieldset>
			<legend className={css.label}>Quick Select</legend>
			<div className={css.windows}>
				{QUICK_SELECTS.map(({ name, label }) => {
					const choice = findQuickChoice(name, new Date(now), gameName);
					if (!choice) return null;
					return (
						<button
							key={name}
							type="submit"
							name="quick"
							value={name}
							formNoValidate
							aria-pressed={isSelected(choice, model.live)}
							className={css.window}
							onClick={(event) => {
								event.preventDefault();
								model.choose(choice);
							}}
						>
							<span className={css.name}>
								{label.split(' ').map((word) => (
									<span key={word} className={css.word}>
										{word}{' '}
									</span>
								))}
							</span>
							<span className={css.date}>{describeChoice(choice, new Date(now))}</span>
						</button>
					);
				})}
			</div>
			<p role="status" className={css.usual}>
				{model.usualEvent && describeUsual(model.usualEvent)}
			</p>
			{model.usualEvent && <input type="hidden" name="usual" value={model.usualEvent.weekday} />}
		</fieldset>
	);
}

const isSelected = (choice: QuickChoice, live: LiveValues) =>
	choice.date === live.date && choice.time === live.time && choice.timezone === live.timezone;

/** Returns what was filled in beside the start and the title. */
const describeUsual = ({ title, date, timezone }: UsualEvent): string =>
	`What you left empty is filled in from “${isolate(title)}” (${formatDateTimeShort(date, timezone)}): text, place, storytellers and places.`;

/** Returns text such as 'Oct 21, 8:30 PM', and whether it has passed; the button's label already names the weekday. */
function describeChoice({ date, time, timezone }: QuickChoice, now: Date): string {
	const parsed = wallTimeToInstant({ date, time, zone: timezone });
	if ('error' in parsed) return '';
	const text = formatDateTimeShort(parsed.instant, timezone).replace(/^\w+, /, '');
	return parsed.instant <= now ? `${text} (passed)` : text;
}
