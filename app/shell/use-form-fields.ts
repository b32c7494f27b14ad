import { type FieldMetadata, type SubmissionResult, useForm } from '@conform-to/react';
import { useMemo, useState } from 'react';
import type { FieldErrors } from '~/domain/refusal.ts';
import type { FormValues } from './form-values.ts';

type FieldsOptions<Values> = {
	id: string;
	/** What the fields show at first: the saved values, or those of a refused form. */
	values: Values;
	/** Why the server refused the form. A new object counts as a new response. */
	refusal: { fieldErrors: FieldErrors } | null | undefined;
};

/**
 * Returns Conform's description of a form's fields: their names, what they show at first, and the errors of the
 * server's response. After a refusal Conform moves the focus to the first field with an error.
 */
export function useFormFields<Values extends FormValues>({ id, values, refusal }: FieldsOptions<Values>) {
	const lastResult = useMemo(() => toLastResult(refusal), [refusal]);
	const [, fields] = useForm<Values>({ id, defaultValue: values as never, lastResult });
	return fields;
}

/** Returns a refusal as Conform's last result. A refused field counts as validated, so its error is shown. */
export function toLastResult(refusal: FieldsOptions<unknown>['refusal']): SubmissionResult | undefined {
	if (!refusal) return undefined;
	const error = Object.fromEntries(
		Object.entries(refusal.fieldErrors).map(([path, texts]) => [toFieldName(path), texts]),
	);
	const validated = Object.fromEntries(Object.keys(error).map((name) => [name, true]));
	return { status: 'error', error, state: { validated } };
}

/** Returns Conform's name of a field, such as `events[0].name`, from the path in a refusal, `events.0.name`. */
const toFieldName = (path: string): string => path.replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]');

type Field = Pick<FieldMetadata, 'defaultValue' | 'defaultChecked' | 'defaultOptions' | 'errors'> & {
	name: string;
};

/** Returns the props of a text, a number, a date or a select. */
export const getTextProps = ({ name, defaultValue, errors: error }: Field) => ({ name, defaultValue, error });

export const getBoxProps = ({ name, defaultChecked, errors: error }: Field) => ({
	name,
	defaultChecked,
	error,
});

/** Returns the props of one check box of a list. The list's error is shown once, below all of them. */
export const getChoiceProps = ({ name, defaultOptions }: Field, value: string) => ({
	name,
	value,
	defaultChecked: defaultOptions?.includes(value),
});

/**
 * Returns the state that a form is rendered from: the page's first state, then the server's last response. The loader may
 * run again (viewer's time zone), which keeps the form's key and picture. Another `visit` begins with the page's state.
 */
export function useFormState<State>(
	initialState: State,
	response: State | null | undefined,
	visit: string | null = null,
): State {
	const [stored, setStored] = useState({ response, visit, state: response ?? initialState });
	const isNew = Boolean(response) && response !== stored.response;
	if (!isNew && visit === stored.visit) return stored.state;
	const state = (isNew && response) || initialState;
	setStored({ response, visit, state });
	return state;
}
