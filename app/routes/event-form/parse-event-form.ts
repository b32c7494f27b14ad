import { parseWithZod } from '@conform-to/zod/v4';
import { z } from 'zod';
import type { createEventForm, updateEventForm } from '~/domain/events/form.ts';

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
