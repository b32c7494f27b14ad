import { useForm } from '@conform-to/react';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigation } from 'react-router';
import { isDatesRequest } from '~/app/shell/repeat-fields.tsx';
import { toLastResult } from '~/app/shell/use-form-fields.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import type { EventFormValues } from '~/domain/events/form.ts';
import type { UsualEvent } from '~/domain/events/quick-select.ts';
import {
	getQuestionKind,
	listUnchangedQuestions,
	type StartQuestion,
} from '~/domain/events/start-questions.ts';
import { type EventFormSchema, type EventFormState, parseEventForm } from './form-state.ts';
import { useLiveValues } from './use-live-values.ts';

export const FORM_ID = 'event-form';

type Intent = 'events.create' | 'events.update';
type Fields = Record<keyof EventFormValues, string>;

/** Returns the form's messages (from the server's schema), its live values, and whether it is being sent. */
export function useEventForm(
	state: EventFormState,
	schema: EventFormSchema,
	{ intent, usualEvents = [] }: { intent: Intent; usualEvents?: readonly UsualEvent[] },
) {
	const { gameName } = useSite();
	const ref = useRef<HTMLFormElement>(null);
	const notice = useRef<HTMLDivElement>(null);
	const navigation = useNavigation();
	const lastResult = useMemo(() => toLastResult(state.refusal?.error ? state.refusal : null), [state]);
	const [form, fields] = useForm<Fields, unknown>({
		id: FORM_ID,
		lastResult,
		shouldRevalidate: 'onInput',
		onValidate: ({ formData }) => parseEventForm(formData, schema),
	});
	const values = useLiveValues(ref, state, { gameName, usualEvents });
	useEffect(() => {
		if (!state.refusal?.error && !state.following) return;
		// Conform renders the messages one frame after the server's response.
		const frame = requestAnimationFrame(() => {
			const first = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
			(first ?? notice.current)?.focus();
		});
		return () => cancelAnimationFrame(frame);
	}, [state]);
	const { formData } = navigation;
	const isPending = formData?.get('intent') === intent && !isDatesRequest(formData);
	const verb = intent === 'events.create' ? ('Create' as const) : ('Save' as const);
	const questions = listUnchangedQuestions(state.questions, values.changedFields);
	const isOverCapacityAsked = !CAPACITY_FIELDS.some((name) => values.changedFields.has(name));
	const failure = describeFailure(form.status === 'error' ? form.allErrors : {}, {
		error: state.refusal && Object.keys(state.refusal.fieldErrors).length === 0 ? state.refusal.error : null,
		questions,
		isOverCapacityAsked,
	});
	return { ref, notice, form, fields, isPending, verb, questions, isOverCapacityAsked, failure, ...values };
}

/** The fields that decide how many players have no room. After a change of one of them that may no longer hold. */
const CAPACITY_FIELDS = ['capacity', 'byStorytellers', 'storytellerIds'];

/** Returns why the form is not saved, or null. A question that may no longer hold is no reason. */
function describeFailure(
	errors: Record<string, string[]>,
	asked: { error: string | null; questions: readonly StartQuestion[]; isOverCapacityAsked: boolean },
): { reason: string; kind: 'failure' | 'invalid' | 'question' } | null {
	const [wrong] = Object.entries(errors)
		.filter(([name]) => getQuestionKind(name) === null && name !== 'over_capacity')
		.flatMap(([, texts]) => texts);
	if (asked.error) return { reason: asked.error, kind: 'failure' };
	if (wrong) return { reason: wrong, kind: 'invalid' };
	const places = asked.isOverCapacityAsked ? (errors.over_capacity ?? []) : [];
	const texts = [...asked.questions.map(({ text }) => text), ...places];
	return texts.length > 0 ? { reason: texts.join(' '), kind: 'question' } : null;
}

export type EventFormModel = ReturnType<typeof useEventForm>;
