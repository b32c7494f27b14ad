import { Form, useNavigation } from 'react-router';
import { listFormEntries } from '~/app/shell/form-values.ts';
import { Button } from '~/app/ui/button.tsx';
import { DialogActions } from '~/app/ui/dialog.tsx';
import { FieldError } from '~/app/ui/field.tsx';
import { CalendarRange } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import {
	formatCreateConfirmation,
	type PlannedDay,
	type TemplateForm,
} from '~/domain/events/template-week.ts';
import { EASTERN } from '~/domain/limits.ts';
import { WEEKDAYS } from '~/domain/time/day.ts';
import { formatLongDate, formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { getStorytellerName } from './storyteller-list.tsx';
import * as css from './template-events.css.ts';
import { toTemplateFields } from './template-fields.ts';
import type { TemplateState } from './template-state.ts';

type ConfirmTemplatesProps = {
	state: TemplateState;
	plannedDays: readonly PlannedDay[];
	storytellers: readonly PublicUserView[];
};

/** Renders the confirmation before a week is created, with every planned event (spec, section 5). */
export function ConfirmTemplates({
	state: { form, formKey },
	plannedDays,
	storytellers,
}: ConfirmTemplatesProps) {
	const press = useNavigation().formData?.get('press');
	return (
		<Form method="post" preventScrollReset className={css.form}>
			<p className={css.question}>
				{formatCreateConfirmation(
					plannedDays.length,
					formatOrdinalDate(`${form.startDate}T00:00:00Z`, 'UTC'),
				)}
			</p>
			<ul className={css.plannedDays}>
				{plannedDays.map((plannedDay) => (
					<PlannedDayRow key={plannedDay.day} plannedDay={plannedDay} storytellers={storytellers} />
				))}
			</ul>
			<input type="hidden" name="intent" value="events.createTemplateWeek" />
			<input type="hidden" name="key" value={formKey} />
			<HiddenFields form={form} />
			<DialogActions>
				<Button name="press" value="edit" variant="quiet">
					Back
				</Button>
				<Button
					name="press"
					value="create"
					variant="primary"
					icon={CalendarRange}
					pending={press === 'create' && 'Creating...'}
				>
					Create Template Events
				</Button>
			</DialogActions>
		</Form>
	);
}

function PlannedDayRow({
	plannedDay,
	storytellers,
}: {
	plannedDay: PlannedDay;
	storytellers: readonly PublicUserView[];
}) {
	const storytellerNames = plannedDay.storytellerIds
		.map((id) => getStorytellerName(storytellers, id))
		.join(', ');
	return (
		<li className={css.plannedDay}>
			<strong>
				<Name>{plannedDay.title}</Name>
			</strong>
			{plannedDay.date === undefined ? (
				<FieldError id={`day-${plannedDay.day}`} error={`${WEEKDAYS[plannedDay.day]}: ${plannedDay.error}`} />
			) : (
				<span className={mutedSmall}>
					{formatLongDate(plannedDay.date, EASTERN)}, {formatTime(plannedDay.date, EASTERN)} Eastern
				</span>
			)}
			{storytellerNames && <span className={mutedSmall}>Storytellers: {storytellerNames}</span>}
		</li>
	);
}

/** Renders the whole form as hidden fields, so that either button sends it again. */
const HiddenFields = ({ form }: { form: TemplateForm }) =>
	listFormEntries(toTemplateFields(form)).map(([name, value], index) => (
		<input key={`${name}-${index}`} type="hidden" name={name} value={value} />
	));
