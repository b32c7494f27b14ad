import { data } from 'react-router';
import { createEventForm } from '~/domain/events/form.ts';
import { describeEventCount } from '~/domain/events/series.ts';
import { config } from '~/server/config.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { guardPage, load, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readDraftForm } from '~/server/operations/botc/index.ts';
import {
	createEvent,
	listEventTimes,
	listUsualEvents,
	readEventFormFacts,
	readEventToCopy,
	readSeries,
} from '~/server/operations/events/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { listStorytellers } from '~/server/operations/users/index.ts';
import type { Route } from './+types/create.ts';
import { CreatePage } from './create-page.tsx';
import { EMPTY_FORM_STATE, type EventFormState } from './form-state.ts';
import { applyHelperButton, readEventInput, receiveEventForm, toRefusedState } from './receive-event-form.ts';

export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'events.create');
	const eventId = url.searchParams.get('copy');
	const draftId = url.searchParams.get('draft');
	const [storytellers, eventTimes, facts, usualEvents, copy, draft] = await Promise.all([
		load(listStorytellers, context),
		load(listEventTimes, context),
		load(readEventFormFacts, context),
		load(listUsualEvents, context),
		eventId === null ? null : load(readEventToCopy, context, { params: { eventId } }),
		draftId === null ? null : load(readDraftForm, context, { params: { draftId } }),
	]);
	const first: EventFormState = { ...EMPTY_FORM_STATE, formKey: createFormKey() };
	return {
		storytellers,
		eventTimes,
		facts,
		usualEvents,
		state: copy
			? { ...first, values: copy.values, image: { hash: copy.imageHash, isRemoved: false } }
			: draft
				? { ...first, values: { ...first.values, ...draft.values }, formKey: draft.formKey }
				: first,
		now: getRequestFacts(context).now.toISOString(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'events.create');
	const received = await receiveEventForm(request, context);
	const { state } = received;
	const usualEvents = received.form.has('quick') ? await load(listUsualEvents, context) : [];
	const updatedState = applyHelperButton(received, context, usualEvents);
	if (updatedState) return data(updatedState);
	const { result, refusal } = await submit(createEvent, context, {
		read: () => ({
			...readEventInput(received, createEventForm(getRequestFacts(context).now)),
			accepted: state.accepted,
			imageHash: state.image.hash,
			idempotencyKey: state.formKey,
		}),
	});
	if (!refusal) {
		const address = `/events/${result.id}`;
		const params = { eventId: result.id };
		const series = result.series && (await load(readSeries, context, { params }));
		return redirectAfterForm(context, address, {
			tone: 'success',
			title: 'Event created successfully!',
			text: series ? describeEventCount(series.coming.length) : undefined,
			createdUrl: new URL(address, config().APP_URL).href,
		});
	}
	// The form gets a new key only when its key belongs to another request. Other errors keep the key: the
	// request may have succeeded, and a repeat must not create the event again.
	const isKeyUsed = refusal.status === 409 || refusal.fieldErrors.idempotencyKey !== undefined;
	const formKey = isKeyUsed ? createFormKey() : state.formKey;
	return data({ ...toRefusedState(state, refusal), formKey }, { status: refusal.status });
}

export const meta: Route.MetaFunction = () => [{ title: 'Create Event · Townbell' }];

export default function CreateEvent({ loaderData, actionData }: Route.ComponentProps) {
	return <CreatePage {...loaderData} response={actionData} />;
}
