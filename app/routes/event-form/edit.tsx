import { data } from 'react-router';
import { revalidateUnlessOffline, tryServerAction } from '~/app/shell/offline.ts';
import { eventNotFound } from '~/app/shell/signup-form.ts';
import { toEventFormValues, updateEventForm } from '~/domain/events/form.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { type FormRefusal, guardPage, load, seeOther, submit } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import { readEvent, updateEvent } from '~/server/operations/events/index.ts';
import { listStorytellers } from '~/server/operations/users/index.ts';
import type { Route } from './+types/edit.ts';
import { changeStatus, isStatusIntent, updatedText } from './change-status.ts';
import { EditPage } from './edit-page.tsx';
import { type Conflict, type EventFormState, FRESH_STATE } from './form-state.ts';
import {
	pressHelper,
	type ReceivedForm,
	readEventInput,
	receiveEventForm,
	refuseEventForm,
} from './receive-event-form.ts';

export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'events.update');
	const [event, people] = await Promise.all([
		load(readEvent, context, { params, ifMissing: () => eventNotFound(context) }),
		load(listStorytellers, context),
	]);
	const state: EventFormState = { ...FRESH_STATE, values: toEventFormValues(event), version: event.version };
	return { event, people, state, now: factsOf(context).now.toISOString() };
}

/** Handles the event form and the forms of the status card. */
export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'events.update');
	const received = await receiveEventForm(request, context);
	const intent = received.form.get('intent');
	return isStatusIntent(intent)
		? changeStatus({ intent, form: received.form, params, context })
		: saveEvent(received, params, context);
}

async function saveEvent(
	received: ReceivedForm,
	params: { eventId: string },
	context: Route.ActionArgs['context'],
) {
	const { state } = received;
	const helped = pressHelper(received, context);
	if (helped) return data({ form: helped, status: null });
	const { answer, refusal } = await submit(updateEvent, context, {
		params,
		read: () => ({
			...readEventInput(received, updateEventForm()),
			version: state.version ?? undefined,
			...(state.image.hash ? { imageHash: state.image.hash } : {}),
			...(state.image.isRemoved ? { image: null } : {}),
		}),
		returns: ['missing'],
	});
	if (refusal?.kind === 'missing') return eventNotFound(context);
	if (!refusal) {
		const title = updatedText(answer.discordUpdated);
		return seeOther(context, `/events/${answer.event.id}`, { tone: 'success', title });
	}
	const form = { ...refuseEventForm(state, refusal), ...describeConflict(refusal) };
	return data({ form, status: null }, { status: refusal.status });
}

/**
 * Returns the event as it is saved now, with its version: the next save knowingly overwrites that version.
 * Returns null when the refusal is not a conflict.
 */
function describeConflict({ extra }: FormRefusal): { conflict: Conflict; version: number } | null {
	const current = extra.current as EventDetail | undefined;
	if (!current) return null;
	const { storytellers, image_url: imageUrl, status, version } = current;
	const names = Object.fromEntries(storytellers.map(({ user_id, username }) => [user_id, username]));
	return { conflict: { saved: toEventFormValues(current), imageUrl, status, names }, version };
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
	tryServerAction(request, serverAction);

export const shouldRevalidate = revalidateUnlessOffline;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `Edit ${loaderData?.event.title ?? 'Event'} · Townbell` },
];

export default function EditEvent({ loaderData, actionData }: Route.ComponentProps) {
	return <EditPage key={loaderData.event.id} {...loaderData} answered={actionData} />;
}
