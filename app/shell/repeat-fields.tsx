import { type FieldErrorText, Options, Select, TextInput } from '~/app/ui/field.tsx';
import { describeInterval, SERIES_WEEKS_MAX } from '~/domain/events/series.ts';
import * as css from './repeat-fields.css.ts';

type RepeatField = { name: string; defaultValue?: string | undefined; error?: FieldErrorText };
type RepeatFieldsProps = {
	weeks: RepeatField;
	until: RepeatField;
	/** Whether "Doesn't repeat" can be chosen. */
	isOptional?: boolean;
};

export function RepeatFields({ weeks, until, isOptional }: RepeatFieldsProps) {
	return (
		<div className={css.repeat}>
			<Select label="Repeat" {...weeks}>
				{isOptional && <option value="">Doesn't repeat</option>}
				<Options
					entries={Array.from({ length: SERIES_WEEKS_MAX }, (_, index) => [
						index + 1,
						describeInterval({ interval_weeks: index + 1, until: null }),
					])}
				/>
			</Select>
			<TextInput
				type="date"
				label="Repeat until (optional)"
				hint="Without a date it goes on until you end it. The next four dates are always open for signups."
				{...until}
				className={css.until}
			/>
		</div>
	);
}
