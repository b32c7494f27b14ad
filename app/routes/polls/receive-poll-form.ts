import { readText } from '~/app/shell/form-text.ts';
import { readFormValues } from '~/app/shell/form-values.ts';
import { EMPTY_POLL_FORM, toPollBody, toRowErrors } from '~/domain/polls/form.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { invalid } from '~/domain/refusal.ts';
import type { FormRefusal } from '~/server/http/responses.ts';
import type { PollFormState } from './poll-form.tsx';

/**
 * Returns a submitted form of a poll: `read` returns its body, or throws Refusal 'invalid' (422) with all wrong fields, and
 * `toRefused` returns what a refused form is rendered from. `saved` is the poll that the form changes.
 */
export function receivePollForm(form: FormData, saved: PollView | null = null) {
	const values = readFormValues(form, EMPTY_POLL_FORM);
	const { body, rows, errors } = toPollBody(values, saved);
	const version = readText(form, 'version');
	const state: PollFormState = {
		values,
		formKey: readText(form, 'key') || null,
		version: /^\d{1,9}$/.test(version) ? Number(version) : null,
		refusal: null,
	};
	return {
		state,
		read: () => {
			if (Object.keys(errors).length > 0) throw invalid(errors);
			return body;
		},
		toRefused: ({ error, fieldErrors }: FormRefusal): PollFormState => ({
			...state,
			refusal: { error, fieldErrors: toRowErrors(fieldErrors, rows) },
		}),
	};
}
