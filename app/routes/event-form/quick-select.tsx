import { useEffect, useRef } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Name } from '~/app/ui/name.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import type { EventFormValues } from '~/domain/events/form.ts';
import { findQuickChoice, QUICK_SELECTS, type QuickChoice } from '~/domain/events/quick-select.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { wallTimeToInstant } from '~/domain/time/wall-time.ts';
import * as css from './quick-select.css.ts';
import type { EventFormModel } from './use-event-form.ts';

const ID = 'quick-select';

/** Renders four suggested dates as windows; the one that the form is set to is lit. */
export function QuickSelect({ model, now }: { model: EventFormModel; now: string }) {
	const { gameName } = useSite();
	return (
		<fieldset id={ID}>
			<legend className={css.label}>Quick Select</legend>
			<div className={css.windows}>
				{QUICK_SELECTS.map(({ name, label, weekday }) => {
					const choice = findQuickChoice(name, new Date(now), gameName);
					if (!choice) return null;
					return (
						<button
							key={name}
							type="submit"
							name="quick"
							value={name}
							formNoValidate
							// Without script the page comes back at what the press has done.
							formAction={`#${ID}`}
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
							<span className={css.date}>{describeChoice(choice, new Date(now), weekday === null)}</span>
						</button>
					);
				})}
			</div>
			<input type="hidden" name="shownAt" value={now} />
			{model.usualWeekday !== null && <input type="hidden" name="usual" value={model.usualWeekday} />}
			<QuickFill model={model} />
		</fieldset>
	);
}

const isSelected = (choice: QuickChoice, live: EventFormValues) =>
	choice.date === live.date && choice.time === live.time && choice.timezone === live.timezone;

/** Renders what the press has done, and the button that brings back what it has replaced. */
function QuickFill({ model }: { model: EventFormModel }) {
	const { quickFill, quickReplaced, replacedTitle, undoChoice } = model;
	const status = useRef<HTMLDivElement>(null);
	const shown = useRef(quickFill);
	useEffect(() => {
		// The pressed button may be at the lower end of a small screen.
		if (quickFill !== shown.current) status.current?.scrollIntoView({ block: 'nearest' });
		shown.current = quickFill;
	}, [quickFill]);
	return (
		<div ref={status} role="status" tabIndex={-1} className={css.fill}>
			{quickFill && <p>{quickFill}</p>}
			{quickFill && Object.keys(quickReplaced).length > 0 && (
				<div className={css.replaced}>
					{/* Without script, Undo and a second Quick Select button still know the user's entries. */}
					<input type="hidden" name="quickReplaced" value={JSON.stringify(quickReplaced)} />
					{replacedTitle && (
						<span>
							Your title “<Name>{replacedTitle}</Name>” was replaced.
						</span>
					)}
					<Button
						name="undoQuick"
						value="1"
						formNoValidate
						formAction={`#${ID}`}
						onClick={(event) => {
							event.preventDefault();
							undoChoice();
							// The button with the focus disappears.
							status.current?.focus({ preventScroll: true });
						}}
					>
						Undo
					</Button>
				</div>
			)}
		</div>
	);
}

/** Returns text such as 'Oct 21, 8:30 PM (passed)'. Only “Today” has its weekday, which may differ for the viewer. */
function describeChoice({ date, time, timezone }: QuickChoice, now: Date, isToday: boolean): string {
	const parsed = wallTimeToInstant({ date, time, zone: timezone });
	if ('error' in parsed) return '';
	const whole = formatDateTimeShort(parsed.instant, timezone);
	const text = isToday ? whole : whole.replace(/^\w+, /, '');
	return parsed.instant <= now ? `${text} (passed)` : text;
}
