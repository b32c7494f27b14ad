import { EMPTY_EVENT_FORM, type EventFormValues } from '~/domain/events/form.ts';
import type { EventStatus } from '~/domain/events/schema.ts';
import type { FieldErrors } from '~/domain/refusal.ts';

/** What a stale form is compared with: the event as it is saved now. */
export type Conflict = {
	saved: EventFormValues;
	imageUrl: string | null;
	status: EventStatus;
	/** Names of the saved storytellers by id. */
	names: Record<string, string>;
};

/** Everything a page with the event form is rendered from; a refused form comes back as one of these. */
export type EventFormState = {
	values: EventFormValues;
	/** The search among the storytellers. */
	search: string;
	/** A picture that was sent with an earlier try and is stored already; whether the event's own shall go. */
	image: { hash: string | null; isRemoved: boolean };
	/** Only when creating: the key under which the form may be sent twice and makes one event. */
	formKey: string | null;
	/** Only when editing: the version of the event that the form shows. */
	version: number | null;
	refusal: { error: string; fieldErrors: FieldErrors } | null;
	conflict: Conflict | null;
};

export const FRESH_STATE: EventFormState = {
	values: EMPTY_EVENT_FORM,
	search: '',
	image: { hash: null, isRemoved: false },
	formKey: null,
	version: null,
	refusal: null,
	conflict: null,
};
