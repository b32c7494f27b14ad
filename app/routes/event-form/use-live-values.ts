import { type RefObject, useRef, useState } from 'react';
import type { EventFormValues } from '~/domain/events/form.ts';
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
	type UsualValues,
	undoQuickFill,
} from '~/domain/events/quick-select.ts';
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
		...pick((name) => rendered.values[name]),
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
	const read = () => pick((name) => findField(form.current, name)?.value ?? '');
	/** Sets fields; the title after the date, because a new date would change it. */
	const fill = (current: QuickEntries, { title, storytellerIds, byStorytellers, ...texts }: QuickEntries) => {
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
		choose: (choice: QuickChoice) => {
			if (!form.current) return;
			const found = findUsual(usualEvents, choice.date, usualWeekday);
			const current = { ...pickQuick(read()), ...readUsual(form.current) };
			const filled = fillUsual({ ...current, ...choice }, found);
			fill(current, filled);
			setUsualWeekday(found.usual?.weekday ?? null);
			setQuickFill(describeQuickFill(filled, found));
			setQuickReplaced(recordQuickFill(quickReplaced, current, filled));
		},
		undoChoice: () => {
			if (!form.current) return;
			const current = { ...pickQuick(read()), ...readUsual(form.current) };
			fill(current, undoQuickFill(current, quickReplaced));
			setUsualWeekday(null);
			setQuickFill(QUICK_SELECT_UNDONE);
			setQuickReplaced({});
		},
	};
}

type QuickEntries = QuickChoice & UsualValues;

const pickQuick = ({ title, date, time, timezone }: Record<LiveField, string>): QuickChoice => ({
	title,
	date,
	time,
	timezone,
});

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function findField(form: HTMLFormElement | null, name: string): Field | null {
	const field = form?.elements.namedItem(name);
	return field instanceof HTMLInputElement ||
		field instanceof HTMLSelectElement ||
		field instanceof HTMLTextAreaElement
		? field
		: null;
}

const pick = (read: (name: LiveField) => string) =>
	Object.fromEntries(LIVE_FIELDS.map((name) => [name, read(name)])) as Record<LiveField, string>;

function readUsual(form: HTMLFormElement): UsualValues {
	const fields = new FormData(form);
	const text = (name: string) => String(fields.get(name) ?? '');
	return {
		description: text('description'),
		location: text('location'),
		capacity: text('capacity'),
		byStorytellers: fields.has('byStorytellers'),
		minimum_players: text('minimum_players'),
		decide_minutes: text('decide_minutes'),
		on_too_few: text('on_too_few'),
		storytellerIds: fields.getAll('storytellerIds').map(String),
	};
}
