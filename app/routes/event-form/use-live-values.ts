import { type RefObject, useRef, useState } from 'react';
import { readFormValues } from '~/app/shell/form-values.ts';
import { EMPTY_EVENT_FORM, type EventFormValues } from '~/domain/events/form.ts';
import {
	describeQuickFill,
	fillTitle,
	fillUsual,
	findUsual,
	isTypedTitle,
	QUICK_FIELDS,
	QUICK_SELECT_UNDONE,
	type QuickChoice,
	type QuickValues,
	recordQuickFill,
	type UsualEvent,
	undoQuickFill,
} from '~/domain/events/quick-select.ts';
import { pick } from '~/domain/pick.ts';
import type { EventFormState } from './form-state.ts';

const LIVE_FIELDS = [
	'title',
	'date',
	'time',
	'timezone',
	'duration',
	'minimum_players',
	'decide_minutes',
	'on_too_few',
] as const;
type LiveField = (typeof LIVE_FIELDS)[number];

const UNCHANGED: ReadonlySet<string> = new Set();

export type LiveValues = Pick<EventFormValues, LiveField | 'byStorytellers'>;

/**
 * Returns the current values of the form's fields. The fields are uncontrolled; without script the values stay as
 * rendered. `usualEvents` is what Quick Select fills in.
 */
export function useLiveValues(
	form: RefObject<HTMLFormElement | null>,
	rendered: EventFormState,
	{ gameName, usualEvents }: { gameName: string; usualEvents: readonly UsualEvent[] },
) {
	const [live, setLive] = useState<LiveValues>(() => ({
		...mapLive((name) => rendered.values[name]),
		byStorytellers: rendered.values.byStorytellers,
	}));
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

	const write = (name: string, value: string) => {
		const field = findField(form.current, name);
		if (!field || field.value === value) return;
		field.value = value;
		// The input event makes the form's messages follow, as if the user had typed.
		field.dispatchEvent(new Event('input', { bubbles: true }));
	};
	const check = (name: string, isChecked: boolean) => {
		const field = findField(form.current, name);
		if (field instanceof HTMLInputElement && field.checked !== isChecked) field.click();
	};
	const read = () => mapLive((name) => findField(form.current, name)?.value ?? '');
	/** Sets fields; the title after the date, because a new date would change it. */
	const fill = (current: QuickValues, { title, storytellerIds, byStorytellers, ...texts }: QuickValues) => {
		for (const [name, value] of Object.entries(texts)) write(name, value);
		write('title', title);
		check('byStorytellers', byStorytellers);
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
		/** The typed title that Quick Select has replaced. */
		replacedTitle: isTitleReplaced ? String(replaced.before) : null,
		quickFill,
		usualWeekday,
		storytellers,
		storytellerCount,
		setStorytellerCount: (count: number) => {
			setStorytellerCount(count);
			noteChange('storytellerIds');
		},
		/**
		 * Updates the title after a change of date or time, while the title is empty or was filled in automatically
		 * (spec, section 5).
		 */
		onInput: (changed: string) => {
			// The search only finds storytellers.
			if (changed !== 'search') noteChange(changed);
			const current = read();
			const byStorytellers = findField(form.current, 'byStorytellers');
			setLive({
				...current,
				byStorytellers: byStorytellers instanceof HTMLInputElement && byStorytellers.checked,
			});
			if (changed === 'date') {
				setQuickFill(null);
				setQuickReplaced({});
			}
			if (changed !== 'date' && changed !== 'time') return;
			const title = fillTitle(current, gameName, previousDate.current);
			previousDate.current = current.date;
			write('title', title);
		},
		/** Sets the fields of a Quick Select button. */
		choose: (choice: QuickChoice) => {
			if (!form.current) return;
			const found = findUsual(usualEvents, choice.date, usualWeekday);
			const current = readQuick(form.current);
			const filled = fillUsual({ ...current, ...choice }, found);
			fill(current, filled);
			setUsualWeekday(found.usual?.weekday ?? null);
			setQuickFill(describeQuickFill(filled, found));
			setQuickReplaced(recordQuickFill(quickReplaced, current, filled));
		},
		/** Restores what Quick Select has changed. */
		undoChoice: () => {
			if (!form.current) return;
			const current = readQuick(form.current);
			fill(current, undoQuickFill(current, quickReplaced));
			setUsualWeekday(null);
			setQuickFill(QUICK_SELECT_UNDONE);
			setQuickReplaced({});
		},
	};
}

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function findField(form: HTMLFormElement | null, name: string): Field | null {
	const field = form?.elements.namedItem(name);
	return field instanceof HTMLInputElement ||
		field instanceof HTMLSelectElement ||
		field instanceof HTMLTextAreaElement
		? field
		: null;
}

const mapLive = (read: (name: LiveField) => string) =>
	Object.fromEntries(LIVE_FIELDS.map((name) => [name, read(name)])) as Record<LiveField, string>;

/** Returns the current values of the fields that Quick Select may fill in. */
const readQuick = (form: HTMLFormElement): QuickValues =>
	readFormValues(new FormData(form), pick(EMPTY_EVENT_FORM, QUICK_FIELDS));
