import { type FormEvent, type ToggleEvent, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { EventInput } from '~/app/routes/event-form/event-input.tsx';
import { listRepeatErrors, RepeatFields } from '~/app/shell/repeat-fields.tsx';
import { getBoxProps, getTextProps, useFormFields } from '~/app/shell/use-form-fields.ts';
import { Button } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { DisclosureChevron, disclosure } from '~/app/ui/collapsible.tsx';
import { DialogActions } from '~/app/ui/dialog.tsx';
import { Checkbox, FieldError, TextInput, useTypedText } from '~/app/ui/field.tsx';
import { CalendarRange } from '~/app/ui/icons.ts';
import { pairs } from '~/app/ui/layout.css.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { getDefaultTitle } from '~/domain/events/fields.ts';
import { type TemplateDay, WEEK_TEXTS } from '~/domain/events/template-week.ts';
import { FAILURES } from '~/domain/failures.ts';
import { formatCount } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import { WEEKDAYS } from '~/domain/time/day.ts';
import { formatFieldTime } from '~/domain/time/format.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import { StorytellerList } from './storyteller-list.tsx';
import * as css from './template-events.css.ts';
import { applyStorytellerButton, type TemplateFields, toTemplateFields } from './template-fields.ts';
import type { TemplateState } from './template-state.ts';
import { WeekTiles } from './week-tiles.tsx';

type TemplateWeekFormProps = { state: TemplateState; storytellers: readonly PublicUserView[] };

/** Renders the form of a week (spec, section 3). Without script its buttons post it. */
export function TemplateWeekForm({
	state: serverState,
	storytellers,
	canAnnounce,
}: TemplateWeekFormProps & { canAnnounce: boolean }) {
	const { state, handleSubmit } = useStorytellerButtons(serverState, storytellers);
	const { form, refusal } = state;
	const startDate = useTypedText(form.startDate);
	const isSending = useNavigation().formData?.get('press') === 'ask';
	const fields = useFormFields({ id: 'template-week', values: toTemplateFields(form), refusal });
	const series = fields.series.getFieldset();
	const days = fields.events.getFieldList().map((day) => day.getFieldset());
	return (
		<Form
			id="template-week"
			method="post"
			preventScrollReset
			noValidate
			className={css.form}
			onSubmit={handleSubmit}
		>
			{/* The button that Enter presses. */}
			<button type="submit" name="press" value="ask" tabIndex={-1} aria-hidden="true" className={hidden} />
			<input type="hidden" name="intent" value="events.createTemplateWeek" />
			<input type="hidden" name="key" value={state.formKey} />
			<FailureNotice failure={refusal} title={FAILURES['events.createTemplateWeek']} />
			<WeekTiles form={form} startDate={startDate.text} names={days.map(({ enabled }) => enabled.name)} />
			<FieldError error={fields.events.errors} />
			<div className={css.pair}>
				<TextInput
					type="date"
					label="Start date"
					{...getTextProps(fields.startDate)}
					{...startDate.props}
					aria-required="true"
				/>
				<StorytellerList
					label="Storytellers for all selected days"
					placeLabel="for all selected days"
					hint="Replaces each day's own choice."
					place="all"
					field={fields.storytellerIds}
					chosen={form.storytellerIds}
					storytellers={storytellers}
					addError={state.addError}
				/>
			</div>
			<div className={css.days}>
				{days.map((dayFields, index) => {
					const day = form.events[index];
					return (
						day && (
							<DayDetails
								key={day.day}
								day={day}
								fields={dayFields}
								hasError={hasErrorBelow(refusal, `events.${index}.`)}
								state={state}
								storytellers={storytellers}
							/>
						)
					);
				})}
			</div>
			{WEEK_TEXTS.map((name) => (
				<EventInput key={name} field={name} {...getTextProps(fields[name])} />
			))}
			<div className={pairs}>
				<EventInput field="capacity" {...getTextProps(fields.capacity)} />
				<EventInput field="minimum_players" {...getTextProps(fields.minimum_players)} />
			</div>
			<RepeatFields
				isOptional
				starts={state.starts}
				zone={EASTERN}
				getProps={(name) => ({
					name: series[name].name,
					defaultValue: series[name].defaultValue,
					error: listRepeatErrors(refusal?.fieldErrors, 'series.')[name],
				})}
			/>
			<Checkbox {...getBoxProps(fields.byStorytellers)} label="As many places as the storytellers can lead" />
			<Checkbox {...getBoxProps(fields.createDiscordEvents)} label="Create Discord events" />
			{canAnnounce && <Checkbox {...getBoxProps(fields.announce)} label="Announce on Discord" />}
			<DialogActions backTo="/admin">
				<Button
					name="press"
					value="ask"
					variant="primary"
					icon={CalendarRange}
					pending={isSending && 'Creating...'}
				>
					Create Template Events
				</Button>
			</DialogActions>
		</Form>
	);
}

type WeekFields = ReturnType<typeof useFormFields<TemplateFields>>;
type DayFields = ReturnType<ReturnType<WeekFields['events']['getFieldList']>[number]['getFieldset']>;

type DayDetailsProps = TemplateWeekFormProps & {
	day: TemplateDay;
	fields: DayFields;
	hasError: boolean;
};

const hasErrorBelow = (refusal: TemplateState['refusal'], prefix: string): boolean =>
	Object.keys(refusal?.fieldErrors ?? {}).some((path) => path.startsWith(prefix));

function DayDetails({ day: one, fields, hasError, state, storytellers }: DayDetailsProps) {
	const { gameName } = useSite();
	const weekday = WEEKDAYS[one.day] ?? '';
	const details = useDayDisclosure(hasError, state.refusal, state.changedPlace === one.day);
	const name = useTypedText(one.name);
	const time = useTypedText(one.time);
	return (
		<details className={joinClasses(disclosure, css.day)} data-day={one.day} {...details}>
			<summary className={css.daySummary}>
				<span className={css.dayText}>
					<strong>{weekday}</strong>
					<span className={css.dayTitle}>
						{[formatFieldTime(time.text), name.text.trim() || getDefaultTitle(one.day, gameName)]
							.filter(Boolean)
							.join(' · ')}
					</span>
				</span>
				<span className={css.dayMeta}>
					{describeStorytellerCount(one.storytellerIds.length)}
					<DisclosureChevron />
				</span>
			</summary>
			<div className={css.dayBody}>
				<div className={css.dayPair}>
					<EventInput
						field="title"
						{...getTextProps(fields.name)}
						{...name.props}
						placeholder={getDefaultTitle(one.day, gameName)}
					/>
					<TextInput type="time" label="Time (Eastern)" {...getTextProps(fields.time)} {...time.props} />
				</div>
				<StorytellerList
					label={`Storytellers on ${weekday}`}
					placeLabel={`on ${weekday}`}
					place={one.day}
					field={fields.storytellerIds}
					chosen={one.storytellerIds}
					storytellers={storytellers}
					addError={state.addError}
				/>
			</div>
		</details>
	);
}

/**
 * Returns the props of a day's disclosure. It opens when the day has an error, and without script when one of its
 * buttons was pressed; otherwise it stays as the user left it.
 */
function useDayDisclosure(hasError: boolean, refusal: TemplateState['refusal'], wasChanged: boolean) {
	const [isOpen, setOpen] = useState(hasError || wasChanged);
	const [lastRefusal, setLastRefusal] = useState(refusal);
	if (refusal !== lastRefusal) {
		setLastRefusal(refusal);
		if (hasError) setOpen(true);
	}
	return {
		open: isOpen,
		onToggle: (event: ToggleEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open),
	};
}

const describeStorytellerCount = (count: number) =>
	count === 0 ? 'no storytellers yet' : formatCount(count, 'storyteller');

/** With script the storyteller buttons change the page at once; other fields keep what was typed. */
function useStorytellerButtons(serverState: TemplateState, storytellers: readonly PublicUserView[]) {
	const [stored, setStored] = useState({ serverState, state: serverState });
	const latest = useRef(stored.state);
	const state = stored.serverState === serverState ? stored.state : serverState;
	latest.current = state;
	const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		const change = applyStorytellerButton(new FormData(event.currentTarget, submitter), storytellers);
		if (!change) return;
		event.preventDefault();
		setStored({ serverState, state: { ...latest.current, ...change } });
		focusChoice(event.currentTarget, submitter);
	};
	return { state, handleSubmit };
}

/** Moves the focus to the select beside a removed chip, because the chip contained the focused button. */
function focusChoice(form: HTMLFormElement, button: HTMLElement | null): void {
	const [verb, place] = button instanceof HTMLButtonElement ? button.value.split(':') : [];
	if (verb !== 'remove') return;
	form.querySelector<HTMLElement>(`[name="choice-${place}"]`)?.focus({ preventScroll: true });
}
