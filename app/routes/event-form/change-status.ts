import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { EventStatus } from '~/domain/events/status.ts';
import { redirectAfterForm, submit } from '~/server/http/responses.ts';
import { cancelEvent, reinstateEvent } from '~/server/operations/events/index.ts';

const OPERATIONS = { 'events.cancel': cancelEvent, 'events.reinstate': reinstateEvent } as const;
export type StatusIntent = keyof typeof OPERATIONS;

export const isStatusIntent = (intent: unknown): intent is StatusIntent =>
	typeof intent === 'string' && Object.hasOwn(OPERATIONS, intent);

/** Why the status was not changed, with the event's current status and version. */
export type StatusRefusal = { error: string; status: EventStatus | null; version: number | null };

/** Returns the success text of a change, with or without Discord (spec, section 8). */
export const formatUpdatedText = (discordUpdated: boolean): string =>
	discordUpdated
		? 'Event updated successfully! Discord event has also been updated.'
		: 'Event updated successfully!';

export const STATUS_TEXTS: Record<EventStatus, string> = {
	cancelled: 'The event was cancelled.',
	active: 'The event is active again.',
	completed: "Its end time has passed, so it's marked completed.",
};

type StatusForm = {
	intent: StatusIntent;
	form: FormData;
	params: { eventId: string };
	context: Readonly<RouterContextProvider>;
};

/** Cancels or reinstates the event. A stale form gets a refusal with the saved status and version. */
export async function changeStatus({ intent, form, params, context }: StatusForm) {
	const version = Number(readText(form, 'version') || Number.NaN);
	const { result, refusal } = await submit(OPERATIONS[intent], context, {
		params,
		read: () => (Number.isInteger(version) ? { version } : {}),
		returnedKinds: ['missing'],
	});
	if (refusal?.kind === 'missing') return redirectMissingEvent(context);
	if (!refusal) {
		const { event, discordUpdated } = result;
		const flash = {
			tone: 'success',
			title: STATUS_TEXTS[event.status],
			text: formatUpdatedText(discordUpdated),
		} as const;
		return redirectAfterForm(context, `/events/${event.id}`, flash);
	}
	const current = refusal.extra.current as EventDetail | undefined;
	const status: StatusRefusal = {
		error: refusal.error,
		status: current?.status ?? null,
		version: current?.version ?? null,
	};
	return data({ form: null, status }, { status: refusal.status });
}
