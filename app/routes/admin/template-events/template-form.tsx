import { CalendarRange } from 'lucide-react';
import { type FormEvent, type ToggleEvent, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { DialogActions } from '~/app/ui/dialog.tsx';
import { DisclosureTurner, disclosure } from '~/app/ui/disclosure.tsx';
import { Checkbox, FieldError, TextArea, TextInput } from '~/app/ui/field.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { TEMPLATE_TEXTS, type TemplateDay } from '~/domain/events/template-week.ts';
import { defaultTitle } from '~/domain/events/titles.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import { WEEKDAYS } from '~/domain/time/day.ts';
import { StorytellerList } from './storyteller-list.tsx';
import * as css from './template-events.css.ts';
import { fieldOf, pressStoryteller } from './template-fields.ts';
import type { TemplateState } from './template-state.ts';
import { WeekTiles } from './week-tiles.tsx';

type TemplateWeekFormProps = { state: TemplateState; people: readonly PersonView[] };

/**
 * Renders the form of a week (spec, section 3). Without script its buttons post it, and the server renders
 * the changed form.
 */
export function TemplateWeekForm({ state: sent, people }: TemplateWeekFormProps) {
	const { state, press } = useStorytellerButtons(sent, people);
	const { form, refusal } = state;
	const [startDate, setStartDate] = useState(form.startDate);
	const isSending = useNavigation().formData?.get('intent') === 'events.createTemplateWeek';
	const errors = refusal?.fieldErrors ?? {};
	return (
		<Form method="post" preventScrollReset noValidate className={css.form} onSubmit={press}>
			{/* The button that Enter presses. */}
			<button type="submit" name="press" value="ask" tabIndex={-1} aria-hidden="true" className={css.enter} />
			<input type="hidden" name="intent" value="events.createTemplateWeek" />
			<input type="hidden" name="key" value={state.formKey} />
			{refusal && (
				<Notice tone="error" title={TEMPLATE_TEXTS.failure}>
					{refusal.error}
				</Notice>
			)}
			<WeekTiles form={form} startDate={startDate} />
			<FieldError error={errors.events} />
			<div className={css.pair}>
				<TextInput
					type="date"
					label="Start date"
					name="startDate"
					defaultValue={form.startDate}
					onChange={(event) => setStartDate(event.currentTarget.value)}
					error={errors.startDate}
					aria-required="true"
				/>
				<StorytellerList
					label="Storytellers on every lit day"
					where="on every lit day"
					hint="Overwrites what each lit day says."
					place="all"
					chosen={form.storytellerIds}
					people={people}
					full={state.full}
				/>
			</div>
			<div className={css.days}>
				{form.events.map((one, index) => (
					<DayDetails key={one.day} day={one} errors={errors} index={index} state={state} people={people} />
				))}
			</div>
			<TextInput
				label="Location"
				name="location"
				defaultValue={form.location}
				error={errors.location}
				maxLength={TEXT_LIMITS.eventLocation}
				autoComplete="off"
			/>
			<TextArea
				label="Description"
				name="description"
				defaultValue={form.description}
				error={errors.description}
				maxLength={TEXT_LIMITS.eventDescription}
			/>
			<Checkbox
				name="createDiscordEvents"
				label="Create Discord events"
				defaultChecked={form.createDiscordEvents}
			/>
			<DialogActions>
				<ButtonLink to="/admin" variant="quiet" preventScrollReset>
					Cancel
				</ButtonLink>
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

type DayDetailsProps = TemplateWeekFormProps & {
	day: TemplateDay;
	/** The day's index in the form's list, which is part of its errors' names. */
	index: number;
	errors: Record<string, string[]>;
};

/** Renders the title, time and storytellers of one selected day. */
function DayDetails({ day: one, index, errors, state, people }: DayDetailsProps) {
	const { gameName } = useSite();
	const weekday = WEEKDAYS[one.day] ?? '';
	const errorOf = (field: string) => errors[`events.${index}.${field}`];
	const isWrong = Object.keys(errors).some((name) => name.startsWith(`events.${index}.`));
	const details = useDetails(isWrong, state.refusal, state.pressed === one.day);
	return (
		<details className={joinClasses(disclosure, css.day)} data-day={one.day} {...details}>
			<summary className={css.daySummary}>
				<strong>{weekday}</strong>
				<span className={css.dayMeta}>
					{describeTellers(one.storytellerIds.length)}
					<DisclosureTurner />
				</span>
			</summary>
			<div className={css.dayBody}>
				<div className={css.dayPair}>
					<TextInput
						label="Title"
						name={fieldOf.name(one.day)}
						defaultValue={one.name}
						error={errorOf('name')}
						placeholder={defaultTitle(one.day, gameName)}
						maxLength={TEXT_LIMITS.eventTitle}
						autoComplete="off"
					/>
					<TextInput
						type="time"
						label="Time (Eastern)"
						name={fieldOf.time(one.day)}
						defaultValue={one.time}
						error={errorOf('time')}
					/>
				</div>
				<StorytellerList
					label={`Storytellers on ${weekday}`}
					where={`on ${weekday}`}
					place={one.day}
					chosen={one.storytellerIds}
					people={people}
					full={state.full}
					error={errorOf('storytellerIds')}
				/>
			</div>
		</details>
	);
}

/**
 * Returns the props of a day's disclosure. It opens when the day has an error, and without script when one of
 * its buttons was pressed; otherwise it stays as the user left it.
 */
function useDetails(isWrong: boolean, refusal: TemplateState['refusal'], wasPressed: boolean) {
	const [isOpen, setOpen] = useState(isWrong || wasPressed);
	const [seen, setSeen] = useState(refusal);
	if (refusal !== seen) {
		setSeen(refusal);
		if (isWrong) setOpen(true);
	}
	return {
		open: isOpen,
		onToggle: (event: ToggleEvent<HTMLDetailsElement>) => setOpen(event.currentTarget.open),
	};
}

const describeTellers = (count: number) =>
	count === 0 ? 'no storytellers yet' : `${count} ${count === 1 ? 'storyteller' : 'storytellers'}`;

/**
 * Returns the form's state and its submit handler. With script the storyteller buttons change the page at
 * once; other fields keep what was typed.
 */
function useStorytellerButtons(sent: TemplateState, people: readonly PersonView[]) {
	const [held, setHeld] = useState({ sent, state: sent });
	const last = useRef(held.state);
	const state = held.sent === sent ? held.state : sent;
	last.current = state;
	const press = (event: FormEvent<HTMLFormElement>) => {
		const { submitter } = event.nativeEvent as SubmitEvent;
		const pressed = pressStoryteller(new FormData(event.currentTarget, submitter), people);
		if (!pressed) return;
		event.preventDefault();
		setHeld({ sent, state: { ...last.current, ...pressed } });
		focusChoice(event.currentTarget, submitter);
	};
	return { state, press };
}

/** Moves the focus to the select beside a removed chip, because the chip contained the focused button. */
function focusChoice(form: HTMLFormElement, button: HTMLElement | null): void {
	const [verb, place] = button instanceof HTMLButtonElement ? button.value.split(':') : [];
	if (verb !== 'remove') return;
	form.querySelector<HTMLElement>(`[name="choice-${place}"]`)?.focus({ preventScroll: true });
}
