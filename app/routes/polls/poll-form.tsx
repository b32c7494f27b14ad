import { type ReactNode, useState } from 'react';
import { Form, useLocation, useNavigation } from 'react-router';
import * as css from '~/app/routes/event-form/event-form.css.ts';
import { EventInput } from '~/app/routes/event-form/event-input.tsx';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { LeaveGuard } from '~/app/shell/leave-guard.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardSection } from '~/app/ui/card.tsx';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { FieldError } from '~/app/ui/field.tsx';
import { CalendarDays, Hourglass, Save, ScrollText } from '~/app/ui/icons.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { listTextsIn, type PollField } from '~/domain/events/field-uses.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import type { PollFormValues } from '~/domain/polls/form.ts';
import { POLL_TIMES_MAX } from '~/domain/polls/schema.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import { listZones } from '~/domain/time/zones.ts';
import * as pollCss from './polls.css.ts';

/** Everything that the form is rendered from; the action returns it for a refused form. */
export type PollFormState = {
	values: PollFormValues;
	/** Only of a new poll: a form that is sent twice asks once. */
	formKey: string | null;
	/** Only of a saved poll: the version that the form shows. */
	version: number | null;
	refusal: { error: string; fieldErrors: FieldErrors } | null;
};

type PollFormProps = {
	intent: 'polls.create' | 'polls.update';
	state: PollFormState;
	minDate: string;
	cancelHref: string;
	submit: string;
	/** The numbers of answers to the times in the first rows. */
	answers?: readonly number[];
	/** Shown above the form after a refusal. */
	children?: ReactNode;
};

/** The rows that are always shown; the others are in a disclosure, which works without script. */
const SHOWN_ROWS = 4;

export function PollForm({
	intent,
	state: { values, formKey, version, refusal },
	minDate,
	cancelHref,
	submit,
	answers = [],
	children,
}: PollFormProps) {
	const [isChanged, setIsChanged] = useState(refusal !== null);
	const { pathname } = useLocation();
	const isSending = useNavigation().formData?.get('intent') === intent;
	const errors = refusal?.fieldErrors ?? {};
	const text = (field: PollField) => ({ field, defaultValue: values[field], error: errors[field] });
	const renderRow = (row: number) => (
		<TimeFields
			key={row}
			row={row}
			typed={values.times[row]}
			errors={errors}
			minDate={minDate}
			answers={answers[row] ?? 0}
		/>
	);
	const rows = values.times.map((_, row) => row);
	const later = rows.slice(SHOWN_ROWS);
	const hasLater = later.some((row) => values.times[row]?.date !== '');
	return (
		<>
			<LeaveGuard
				isUnsaved={isChanged}
				isKept={(next) => next === pathname}
				text="Your entries are not saved."
			/>
			<Form method="post" noValidate onInput={() => setIsChanged(true)} className={pollCss.form}>
				<input type="hidden" name="intent" value={intent} />
				{formKey !== null && <input type="hidden" name="key" value={formKey} />}
				{version !== null && <input type="hidden" name="version" value={version} />}
				<FailureNotice failure={refusal} title={getFailureTitle(intent)} />
				{children}
				<Card as="div" bare>
					<CardSection level={2} title="The event" icon={ScrollText}>
						<div className={css.fields}>
							<EventInput {...text('title')} aria-required="true" />
							{listTextsIn('poll').map((name) => (
								<EventInput key={name} {...text(name)} />
							))}
						</div>
					</CardSection>
					<CardSection
						level={2}
						title="Times"
						note={`Offer up to ${POLL_TIMES_MAX}. A row without a date is not offered.`}
						icon={CalendarDays}
					>
						<div className={css.fields}>
							<EventInput
								{...text('timezone')}
								options={listZones(values.timezone).map(({ zone, label }) => [zone, label])}
							/>
							{rows.slice(0, SHOWN_ROWS).map(renderRow)}
							<Disclosure label="More times" open={hasLater}>
								<div className={css.fields}>{later.map(renderRow)}</div>
							</Disclosure>
							<FieldError error={errors.times} />
						</div>
					</CardSection>
					<CardSection
						level={2}
						title="Answer by"
						note="Until then, members answer and change their answers."
						icon={Hourglass}
					>
						<div className={css.pair}>
							<EventInput
								field="date"
								name="answer_by.date"
								defaultValue={values.answer_by.date}
								error={errors['answer_by.date'] ?? errors.answer_by}
								min={minDate}
								aria-required="true"
							/>
							<EventInput
								field="time"
								name="answer_by.time"
								defaultValue={values.answer_by.time}
								error={errors['answer_by.time']}
								aria-required="true"
							/>
						</div>
					</CardSection>
					<CardSection className={css.foot}>
						<ButtonLink to={cancelHref} variant="quiet" className={css.cancel}>
							Cancel
						</ButtonLink>
						<Button variant="primary" size="large" icon={Save} pending={isSending && 'Saving...'}>
							{submit}
						</Button>
					</CardSection>
				</Card>
			</Form>
		</>
	);
}

type TimeFieldsProps = {
	row: number;
	typed: PollFormValues['times'][number] | undefined;
	errors: FieldErrors;
	minDate: string;
	answers: number;
};

function TimeFields({ row, typed, errors, minDate, answers }: TimeFieldsProps) {
	const text = (field: 'date' | 'time' | 'duration') => ({
		field,
		name: `times[${row}].${field}`,
		defaultValue: typed?.[field],
		error: errors[`times.${row}.${field}`],
	});
	return (
		<fieldset className={pollCss.row}>
			<legend className={pollCss.legend}>Time {row + 1}</legend>
			<div className={css.when}>
				<EventInput {...text('date')} min={minDate} className={css.date} />
				<EventInput {...text('time')} />
				<EventInput {...text('duration')} />
			</div>
			{answers > 0 && (
				<p className={mutedSmall}>
					{formatCount(answers, 'answer')} {inflect(answers, 'is', 'are')} deleted when you change the date or
					the time, or clear the date.
				</p>
			)}
		</fieldset>
	);
}
