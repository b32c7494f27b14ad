import type { PlannedDay, TemplateForm } from '~/domain/events/template-week.ts';
import type { FieldErrors } from '~/domain/refusal.ts';

/** Where a storyteller is added: to every selected day, or to one day (0 Sunday to 6 Saturday). */
export type Place = 'all' | number;

/** Everything that the dialog is rendered from; the action returns the same type. */
export type TemplateState = {
	form: TemplateForm;
	/** The events to be confirmed, or null while the form is being filled in. */
	plannedDays: PlannedDay[] | null;
	/** The idempotency key: a form that is sent twice creates one week. */
	formKey: string;
	/** The next starts of the repeating events, once the user has asked for them; null before. */
	starts: string[] | null;
	refusal: { error: string; fieldErrors: FieldErrors } | null;
	changedPlace: Place | null;
	addError: { place: Place; text: string } | null;
};

export const buildCreatedAddress = (formKey: string) =>
	`/admin/template-events?created=${encodeURIComponent(formKey)}`;

export const INITIAL_STATE = {
	plannedDays: null,
	starts: null,
	refusal: null,
	changedPlace: null,
	addError: null,
} as const;
