import { useForm } from '@conform-to/react';
import { useEffect, useMemo, useRef } from 'react';
import { useNavigation } from 'react-router';
import { toLastResult } from '~/app/shell/use-form-fields.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import type { EventFormValues } from '~/domain/events/form.ts';
import type { UsualEvent } from '~/domain/events/usual.ts';
import type { EventFormState } from './form-state.ts';
import { type EventFormSchema, parseEventForm } from './parse-event-form.ts';
import { useLiveValues } from './use-live-values.ts';

export const FORM_ID = 'event-form';

type Intent = 'events.create' | 'events.update';
type Fields = Record<keyof EventFormValues, string>;

/**
 * Returns the model of an event form: its messages (from the server's schema), its live values, and whether
 * it is being sent.
 */
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
	const isPending = navigation.state !== 'idle' && navigation.formData?.get('intent') === intent;
	const [firstError] = form.status === 'error' ? Object.values(form.allErrors).flat() : [];
	const failureText = state.refusal?.error || firstError;
	return { ref, notice, form, fields, isPending, failureText, ...values };
}

export type EventFormModel = ReturnType<typeof useEventForm>;
