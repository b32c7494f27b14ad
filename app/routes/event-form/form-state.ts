import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import {
	type createEventForm,
	EMPTY_EVENT_FORM,
	type EventFormValues,
	type updateEventForm,
} from '~/domain/events/form.ts';
import type { QuickReplaced } from '~/domain/events/quick-select.ts';
import type { StartQuestion } from '~/domain/events/start-questions.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import type { FieldErrors } from '~/domain/refusal.ts';
import type { FollowingEdit } from '~/server/operations/events/index.ts';

/** The saved event that a stale form is compared with. */
export type Conflict = {
	saved: EventFormValues;
	imageUrl: string | null;
	status: EventStatus;
	/** The names of the saved storytellers, by id. */
	names: Record<string, string>;
};

/** Everything that a page with the event form is rendered from; the action returns it for a refused form. */
export type EventFormState = {
	values: EventFormValues;
	quickReplaced: QuickReplaced;
	/** What the last press of Quick Select has done, in sentences; null without a press. */
	quickFill: string | null;
	/** The weekday whose last event Quick Select has filled in, 0 (Sunday) to 6; null for none. */
	usualWeekday: number | null;
	search: string;
	/** A picture that an earlier request has stored, and whether the event's saved picture is to be removed. */
	image: { hash: string | null; isRemoved: boolean };
	/** Only when creating: the idempotency key. A form that is sent twice creates one event. */
	formKey: string | null;
	/** The questions about the start that the form asks, and the keys of those that were answered with yes. */
	questions: StartQuestion[];
	accepted: string[];
	/** Only when creating: the next starts of the repeating event, once the user has asked for them; null before. */
	starts: string[] | null;
	/** Only when editing: what happens with those who have a place beyond a lower number of places; null before the question. */
	overCapacity: 'keep' | 'move' | null;
	/** Only when editing an event of a series: which events change. */
	scope: 'this' | 'following';
	/** What that changes in later events, once the user has been shown it; `seen` identifies it. */
	following: FollowingEdit | null;
	/** Only when editing: the version of the event that the form shows. */
	version: number | null;
	refusal: { error: string; fieldErrors: FieldErrors } | null;
	conflict: Conflict | null;
};

export const EMPTY_FORM_STATE: EventFormState = {
	values: EMPTY_EVENT_FORM,
	quickReplaced: {},
	quickFill: null,
	usualWeekday: null,
	search: '',
	image: { hash: null, isRemoved: false },
	formKey: null,
	questions: [],
	accepted: [],
	starts: null,
	overCapacity: null,
	scope: 'this',
	following: null,
	version: null,
	refusal: null,
	conflict: null,
};

export type EventFormSchema = ReturnType<typeof createEventForm> | ReturnType<typeof updateEventForm>;

/**
 * Parses the form's fields with the domain's schema, in the browser and on the server. Conform's coercion is
 * off because it turns an empty text into a missing one; therefore a single checkbox is made a list here.
 */
export function parseEventForm<Schema extends EventFormSchema>(form: FormData, schema: Schema) {
	return parseWithZod(form, { schema: z.preprocess(toStorytellerList, schema), disableAutoCoercion: true });
}

function toStorytellerList(fields: unknown): unknown {
	const { storytellerIds, ...rest } = fields as Record<string, unknown>;
	if (storytellerIds === undefined) return rest;
	return { ...rest, storytellerIds: Array.isArray(storytellerIds) ? storytellerIds : [storytellerIds] };
}
