import type { RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { readFormValues } from '~/app/shell/form-values.ts';
import { isDatesRequest } from '~/app/shell/repeat-fields.tsx';
import { EMPTY_EVENT_FORM, listTypedStarts } from '~/domain/events/form.ts';
import {
	chooseShownTime,
	describeQuickFill,
	fillTitle,
	fillUsual,
	findQuickChoice,
	findUsual,
	QUICK_SELECT_UNDONE,
	readQuickReplaced,
	recordQuickFill,
	type UsualEvent,
	undoQuickFill,
} from '~/domain/events/quick-select.ts';
import { readStartQuestions } from '~/domain/events/start-questions.ts';
import { BODY_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { type FieldErrors, invalid } from '~/domain/refusal.ts';
import { config } from '~/server/config.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { storeFormImage } from '~/server/http/form-image.ts';
import { type FormRefusal, readPageForm } from '~/server/http/responses.ts';
import { EMPTY_FORM_STATE, type EventFormSchema, type EventFormState, parseEventForm } from './form-state.ts';

type Context = Readonly<RouterContextProvider>;

export type ReceivedForm = { form: FormData; state: EventFormState; pictureErrors: FieldErrors };

/** Returns a submitted event form. Its picture has already been stored. */
export async function receiveEventForm(request: Request, context: Context): Promise<ReceivedForm> {
	const form = await readPageForm(request, BODY_LIMITS.image);
	const picture = await storeFormImage(form, context);
	// Without script, the title may still be empty.
	form.set('title', fillTitle(readFormValues(form, EMPTY_EVENT_FORM), config().GAME_NAME));
	return { form, state: readFormState(form, picture.hash), pictureErrors: picture.errors };
}

function readFormState(form: FormData, newHash: string | null): EventFormState {
	const hash = newHash ?? (readText(form, 'imageHash') || null);
	const version = readText(form, 'version');
	return {
		...EMPTY_FORM_STATE,
		values: readFormValues(form, EMPTY_EVENT_FORM),
		quickReplaced: readQuickReplaced(readText(form, 'quickReplaced')),
		usualWeekday: /^[0-6]$/.test(readText(form, 'usual')) ? Number(readText(form, 'usual')) : null,
		search: readText(form, 'search').slice(0, TEXT_LIMITS.search),
		image: { hash, isRemoved: hash === null && form.has('imageRemoved') },
		formKey: readText(form, 'key') || null,
		accepted: form.getAll('accepted').filter((key) => typeof key === 'string'),
		overCapacity: readOverCapacity(form.get('over_capacity')),
		scope: form.get('scope') === 'following' ? 'following' : 'this',
		version: /^\d{1,9}$/.test(version) ? Number(version) : null,
	};
}

const readOverCapacity = (choice: unknown) => (choice === 'keep' || choice === 'move' ? choice : null);

/**
 * Returns the form's state after a button that only changes the form: Show dates, and without script Quick Select, Update,
 * the storytellers' search and the picture's buttons. Returns null when the form was sent to be saved. `usualEvents` is
 * what Quick Select fills in.
 */
export function applyHelperButton(
	{ form, state, pictureErrors }: ReceivedForm,
	context: Context,
	usualEvents: readonly UsualEvent[] = [],
): EventFormState | null {
	const changed = changeFormState(form, state, { now: getRequestFacts(context).now, usualEvents });
	if (!changed || Object.keys(pictureErrors).length === 0) return changed;
	return { ...changed, refusal: { error: '', fieldErrors: pictureErrors } };
}

function changeFormState(
	form: FormData,
	state: EventFormState,
	{ now, usualEvents }: { now: Date; usualEvents: readonly UsualEvent[] },
): EventFormState | null {
	const { GAME_NAME } = config();
	const shownAt = chooseShownTime(readText(form, 'shownAt'), now);
	const choice = findQuickChoice(readText(form, 'quick'), shownAt, GAME_NAME);
	if (choice) {
		const found = findUsual(usualEvents, choice.date, state.usualWeekday);
		const values = fillUsual({ ...state.values, ...choice }, found);
		return {
			...state,
			values,
			quickReplaced: recordQuickFill(state.quickReplaced, state.values, values),
			quickFill: describeQuickFill(values, found),
			usualWeekday: found.usual?.weekday ?? null,
		};
	}
	if (form.has('undoQuick'))
		return {
			...state,
			values: undoQuickFill(state.values, state.quickReplaced),
			quickReplaced: {},
			quickFill: QUICK_SELECT_UNDONE,
			usualWeekday: null,
		};
	if (form.has('image-button')) {
		const isRemoved = readText(form, 'image-button') === 'remove' && state.image.hash === null;
		return { ...state, image: { hash: null, isRemoved } };
	}
	if (isDatesRequest(form)) return { ...state, starts: listTypedStarts(state.values, state.values) };
	if (form.has('find') || isSearchByEnter(form)) return state;
	if (!form.has('preview')) return null;
	const title = fillTitle(state.values, GAME_NAME, readText(form, 'dateBefore'));
	return { ...state, values: { ...state.values, title } };
}

/** Enter presses the form's first button, but in the search field it means the search. */
const isSearchByEnter = (form: FormData) =>
	form.has('enter') && readText(form, 'search') !== readText(form, 'searched');

/** Returns the operation's input. Throws Refusal 'invalid' (422) with all wrong fields and the picture. */
export function readEventInput<Schema extends EventFormSchema>(
	{ form, pictureErrors }: ReceivedForm,
	schema: Schema,
) {
	const submission = parseEventForm(pickFields(form), schema);
	if (submission.status === 'success' && Object.keys(pictureErrors).length === 0) return submission.value;
	const found = Object.entries(submission.status === 'success' ? {} : (submission.error ?? {}));
	throw invalid({
		...Object.fromEntries(found.map(([field, texts]) => [field, texts ?? []])),
		...pictureErrors,
	});
}

/**
 * Returns only the form's own fields. Conform builds huge lists from names like `storytellerIds[4294967294]`
 * and edits lists through `__intent__`; a request must not be able to use either.
 */
function pickFields(form: FormData): FormData {
	const picked = new FormData();
	for (const name of Object.keys(EMPTY_EVENT_FORM)) {
		for (const value of form.getAll(name)) picked.append(name, value);
	}
	return picked;
}

/** Returns the state of a refused form. A picture that was refused is dropped from it. */
export function toRefusedState(state: EventFormState, { error, fieldErrors }: FormRefusal): EventFormState {
	const image = fieldErrors.image ? { ...state.image, hash: null } : state.image;
	const overCapacity = fieldErrors.over_capacity ? 'keep' : state.overCapacity;
	return {
		...state,
		image,
		overCapacity,
		questions: readStartQuestions(fieldErrors),
		refusal: { error, fieldErrors },
	};
}
