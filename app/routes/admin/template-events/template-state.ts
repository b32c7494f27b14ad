import type { PlannedDay, TemplateForm } from '~/domain/events/template-week.ts';
import type { FieldErrors } from '~/domain/refusal.ts';

/** Where a storyteller is added: on every lit day, or on one (0 Sunday to 6 Saturday). */
export type Place = 'all' | number;

/** Everything the dialog is rendered from; a form that was sent comes back as one of these. */
export type TemplateState = {
	form: TemplateForm;
	/** The nights that are asked about, or null while the form is filled in. */
	asked: PlannedDay[] | null;
	/** The key under which the form may be sent twice and makes one week. */
	formKey: string;
	refusal: { error: string; fieldErrors: FieldErrors } | null;
	/** Where a storyteller was added or removed last. */
	pressed: Place | null;
	/** Why nobody could be added. */
	full: { place: Place; text: string } | null;
};

/** Where the dialog shows what the form with this key has created. */
export const createdAddress = (formKey: string) =>
	`/admin/template-events?created=${encodeURIComponent(formKey)}`;

/** Nothing was asked, pressed or refused yet. */
export const QUIET = { asked: null, refusal: null, pressed: null, full: null } as const;
