import { CalendarRange } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { DialogActions } from '~/app/ui/dialog.tsx';
import { FieldError } from '~/app/ui/field.tsx';
import { askBefore, type PlannedDay, type TemplateForm } from '~/domain/events/template-week.ts';
import { EASTERN } from '~/domain/limits.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import { WEEKDAYS } from '~/domain/time/day.ts';
import { formatLongDate, formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import { nameOf } from './name-of.ts';
import * as css from './template-events.css.ts';
import { fieldOf } from './template-fields.ts';
import type { TemplateState } from './template-state.ts';

type AskTemplatesProps = {
	state: TemplateState;
	nights: readonly PlannedDay[];
	people: readonly PersonView[];
};

/** Renders the confirmation before a week is created, with every planned event (spec, section 5). */
export function AskTemplates({ state: { form, formKey }, nights, people }: AskTemplatesProps) {
	const press = useNavigation().formData?.get('press');
	return (
		<Form method="post" preventScrollReset className={css.form}>
			<p className={css.question}>
				{askBefore(nights.length, formatOrdinalDate(`${form.startDate}T00:00:00Z`, 'UTC'))}
			</p>
			<ul className={css.nights}>
				{nights.map((night) => (
					<NightRow key={night.day} night={night} people={people} />
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

function NightRow({ night, people }: { night: PlannedDay; people: readonly PersonView[] }) {
	const tellers = night.storytellerIds.map((id) => nameOf(people, id)).join(', ');
	return (
		<li className={css.night}>
			<strong>{night.title}</strong>
			{night.date === undefined ? (
				<FieldError id={`night-${night.day}`} error={`${WEEKDAYS[night.day]}: ${night.error}`} />
			) : (
				<span className={css.when}>
					{formatLongDate(night.date, EASTERN)}, {formatTime(night.date, EASTERN)} Eastern
				</span>
			)}
			{tellers && <span className={css.when}>Storytellers: {tellers}</span>}
		</li>
	);
}

/** Renders the whole form as hidden fields, so that either button sends it again. */
function HiddenFields({ form }: { form: TemplateForm }) {
	const fields: [string, string][] = [
		['startDate', form.startDate],
		['location', form.location],
		['description', form.description],
		...(form.createDiscordEvents ? [['createDiscordEvents', 'on'] as [string, string]] : []),
		...form.storytellerIds.map((id): [string, string] => [fieldOf.tellers('all'), id]),
		...form.events.flatMap(({ day, name, time, enabled, storytellerIds }): [string, string][] => [
			...(enabled ? [[fieldOf.enabled(day), 'on'] as [string, string]] : []),
			[fieldOf.name(day), name],
			[fieldOf.time(day), time],
			...storytellerIds.map((id): [string, string] => [fieldOf.tellers(day), id]),
		]),
	];
	return fields.map(([name, value], index) => (
		<input key={`${name}-${index}`} type="hidden" name={name} value={value} />
	));
}
