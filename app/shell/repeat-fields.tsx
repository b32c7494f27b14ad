import { Button } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { type FieldErrorText, Options, Select, TextInput } from '~/app/ui/field.tsx';
import { plainList } from '~/app/ui/layout.css.ts';
import { type RepeatFields as Fields, findRepeatField } from '~/domain/events/series.ts';
import {
	describeEvery,
	describeMonthDay,
	NTHS,
	SERIES_MONTHS_MAX,
	SERIES_WEEKS_MAX,
} from '~/domain/events/series-rule.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import * as css from './repeat-fields.css.ts';

type RepeatFieldsProps = {
	getProps: (name: keyof Fields) => {
		name: string;
		defaultValue?: string | undefined;
		error?: FieldErrorText;
	};
	/** Whether "Doesn't repeat" can be chosen. */
	isOptional?: boolean;
	/** The next starts (ISO 8601) of the chosen rule, once the user has asked for them. */
	starts: readonly string[] | null | undefined;
	/** The zone of the starts. */
	zone: string;
};

const count = (length: number) => Array.from({ length }, (_, index) => index + 1);

const EVERY = [
	...count(SERIES_WEEKS_MAX).map((weeks) => [`${weeks} weeks`, describeEvery(weeks, 'week')] as const),
	...count(SERIES_MONTHS_MAX).map(
		(months) => [`${months} months`, `${describeEvery(months, 'month')} on a weekday`] as const,
	),
];
/** From Monday to Sunday. */
const DAYS = NTHS.flatMap((nth) =>
	[1, 2, 3, 4, 5, 6, 0].map((weekday) => [`${nth} ${weekday}`, describeMonthDay({ nth, weekday })] as const),
);

/** Renders how an event repeats. The weekdays are only shown for one that repeats by months. */
export function RepeatFields({ getProps, isOptional, starts, zone }: RepeatFieldsProps) {
	return (
		<div className={css.repeat}>
			<Select label="Repeat" {...getProps('repeat_every')}>
				{isOptional && <option value="">Doesn't repeat</option>}
				<Options entries={EVERY} />
			</Select>
			<div className={css.weekdays}>
				<Select label="On the" {...getProps('repeat_on')}>
					<option value="">weekday of the event</option>
					<Options entries={DAYS} />
				</Select>
				<Select label="And on the (optional)" {...getProps('repeat_and_on')}>
					<option value="">no other weekday</option>
					<Options entries={DAYS} />
				</Select>
			</div>
			<TextInput
				type="date"
				label="Repeat until (optional)"
				hint="Without a date it goes on until you end it. The next four dates are always open for signups."
				{...getProps('repeat_until')}
				className={css.until}
			/>
			<div className={css.pause}>
				<TextInput type="date" label="Pause from (optional)" {...getProps('pause_from')} />
				<TextInput type="date" label="Pause until (optional)" {...getProps('pause_until')} />
			</div>
			<div className={css.until}>
				<Button name="show-dates" value="show" formNoValidate className={css.showDates}>
					Show dates
				</Button>
				{starts && (
					<>
						<p role="status">
							{starts.length > 0
								? `Next dates (${getZoneLabel(zone)})`
								: 'No dates follow. Please check the fields above.'}
						</p>
						<ul className={joinClasses(plainList, css.dates)} aria-label="Next dates">
							{/* The events of a week can have the same dates. */}
							{starts.map((start, index) => (
								<li key={`${start}-${index}`}>{formatDateTimeShort(start, zone)}</li>
							))}
						</ul>
					</>
				)}
			</div>
		</div>
	);
}

/** Returns whether a form is sent to show the dates of its series, not to be saved. */
export const isDatesRequest = (form: FormData | undefined): boolean => form?.has('show-dates') ?? false;

/** Returns the errors of a series' body at the fields of its form. `prefix` is where the series is in a larger body. */
export const listRepeatErrors = (
	errors: FieldErrors = {},
	prefix = '',
): Partial<Record<keyof Fields, string[]>> =>
	Object.fromEntries(
		Object.entries(errors).flatMap(([path, texts]) => {
			const field = path.startsWith(prefix) && findRepeatField(path.slice(prefix.length));
			return field ? [[field, texts]] : [];
		}),
	);
