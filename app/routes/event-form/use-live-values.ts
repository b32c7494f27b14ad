import { type RefObject, useRef, useState } from 'react';
import { readFormValues } from '~/app/shell/form-values.ts';
import { EMPTY_EVENT_FORM, type EventFormValues } from '~/domain/events/form.ts';
import {
	describeQuickFill,
	fillTitle,
	fillUsual,
	findUsual,
	isTypedTitle,
	QUICK_SELECT_UNDONE,
	type QuickChoice,
	recordQuickFill,
	type UsualEvent,
	undoQuickFill,
} from '~/domain/events/quick-select.ts';
import type { EventFormState } from './form-state.ts';

const UNCHANGED: ReadonlySet<string> = new Set();

/**
 * Returns the current values of the form's fields. The fields are uncontrolled; without script the values stay as
 * rendered. `usualEvents` is what Quick Select fills in.
 */
export function useLiveValues(
	form: RefObject<HTMLFormElement | null>,
	rendered: EventFormState,
	{ gameName, usualEvents }: { gameName: string; usualEvents: readonly UsualEvent[] },
) {
	const [live, setLive] = useState(rendered.values);
	const [isChanged, setIsChanged] = useState(
		rendered.refusal !== null || rendered.following !== null || rendered.quickFill !== null,
	);
	const [quickReplaced, setQuickReplaced] = useState(rendered.quickReplaced);
	const [quickFill, setQuickFill] = useState(rendered.quickFill);
	const [usualWeekday, setUsualWeekday] = useState(rendered.usualWeekday);
	// The picker starts again with other storytellers when Quick Select chooses them.
	const [storytellers, setStorytellers] = useState({ chosen: rendered.values.storytellerIds, version: 0 });
	const [storytellerCount, setStorytellerCount] = useState(rendered.values.storytellerIds.length);
	const previousDate = useRef(rendered.values.date);
	const [input, setInput] = useState({ since: rendered, fields: UNCHANGED });
	const changedFields = input.since === rendered ? input.fields : UNCHANGED;
	const noteChange = (name: string) => {
		setIsChanged(true);
		setInput(({ since, fields }) => ({
			since: rendered,
			fields: new Set([...(since === rendered ? fields : []), name]),
		}));
	};

	const read = () => readFormValues(new FormData(form.current ?? undefined), EMPTY_EVENT_FORM);
	const write = (name: string, value: unknown) => {
		const field = form.current?.elements.namedItem(name);
		if (field instanceof HTMLInputElement && typeof value === 'boolean') {
			if (field.checked !== value) field.click();
		} else if (isField(field) && field.value !== value) {
			field.value = String(value);
			// The input event makes the form's messages follow, as if the user had typed.
			field.dispatchEvent(new Event('input', { bubbles: true }));
		}
	};
	/** Sets the fields that change; the title after the date, because a new date would change it. */
	const fill = (current: EventFormValues, { title, storytellerIds, ...others }: EventFormValues) => {
		for (const [name, value] of Object.entries(others))
			if (value !== current[name as keyof EventFormValues]) write(name, value);
		write('title', title);
		if (storytellerIds === current.storytellerIds) return;
		setStorytellers(({ version }) => ({ chosen: storytellerIds, version: version + 1 }));
		setStorytellerCount(storytellerIds.length);
		noteChange('storytellerIds');
	};
	const replaced = quickReplaced.title;
	const isTitleReplaced = live.title === replaced?.after && isTypedTitle(String(replaced.before), gameName);

	return {
		live,
		/** Whether the form has what is not saved. */
		isChanged,
		/** The names of the fields that were changed since the server's last response. */
		changedFields,
		quickReplaced,
		replacedTitle: isTitleReplaced ? String(replaced.before) : null,
		quickFill,
		usualWeekday,
		storytellers,
		storytellerCount,
		setStorytellerCount: (count: number) => {
			setStorytellerCount(count);
			noteChange('storytellerIds');
		},
		/** Updates the title after a change of date or time, unless the user has typed one (spec, section 5). */
		onInput: (changed: string) => {
			// The search only finds storytellers.
			if (changed !== 'search') noteChange(changed);
			const current = read();
			setLive(current);
			if (changed === 'date') {
				setQuickFill(null);
				setQuickReplaced({});
			}
			if (changed !== 'date' && changed !== 'time') return;
			const title = fillTitle(current, gameName, previousDate.current);
			previousDate.current = current.date;
			write('title', title);
		},
		choose: (choice: QuickChoice) => {
			const found = findUsual(usualEvents, choice.date, usualWeekday);
			const current = read();
			const filled = fillUsual({ ...current, ...choice }, found);
			fill(current, filled);
			setUsualWeekday(found.usual?.weekday ?? null);
			setQuickFill(describeQuickFill(filled, found));
			setQuickReplaced(recordQuickFill(quickReplaced, current, filled));
		},
		undoChoice: () => {
			const current = read();
			fill(current, undoQuickFill(current, quickReplaced));
			setUsualWeekday(null);
			setQuickFill(QUICK_SELECT_UNDONE);
			setQuickReplaced({});
		},
	};
}

const isField = (field: unknown) =>
	field instanceof HTMLInputElement ||
	field instanceof HTMLSelectElement ||
	field instanceof HTMLTextAreaElement;
