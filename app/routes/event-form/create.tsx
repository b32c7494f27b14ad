import { data } from 'react-router';
import { revalidateUnlessOffline, tryServerAction } from '~/app/shell/offline.ts';
import { createEventForm } from '~/domain/events/form.ts';
import { guardPage, load, seeOther, submit } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import { createEvent } from '~/server/operations/events/index.ts';
import { makeFormKey } from '~/server/operations/kernel/idempotency.ts';
import { listStorytellers } from '~/server/operations/users/index.ts';
import type { Route } from './+types/create.ts';
import { CreatePage } from './create-page.tsx';
import { FRESH_STATE } from './form-state.ts';
import { pressHelper, readEventInput, receiveEventForm, refuseEventForm } from './receive-event-form.ts';

export async function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'events.create');
	return {
		people: await load(listStorytellers, context),
		state: { ...FRESH_STATE, formKey: makeFormKey() },
		now: factsOf(context).now.toISOString(),
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'events.create');
	const received = await receiveEventForm(request, context);
	const { state } = received;
	const helped = pressHelper(received, context);
	if (helped) return data(helped);
	const { answer, refusal } = await submit(createEvent, context, {
		read: () => ({
			...readEventInput(received, createEventForm(factsOf(context).now)),
			imageHash: state.image.hash,
			idempotencyKey: state.formKey,
		}),
	});
	if (!refusal) {
		const title = 'Event created successfully!';
		return seeOther(context, `/events/${answer.id}`, { tone: 'success', title });
	}
	// The form gets a new key only when its key belongs to another request. Other errors keep the key: the
	// request may have succeeded, and a repeat must not create the event again.
	const isSpent = refusal.status === 409 || refusal.fieldErrors.idempotencyKey !== undefined;
	const formKey = isSpent ? makeFormKey() : state.formKey;
	return data({ ...refuseEventForm(state, refusal), formKey }, { status: refusal.status });
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) =>
	tryServerAction(request, serverAction);

export const shouldRevalidate = revalidateUnlessOffline;

export const meta: Route.MetaFunction = () => [{ title: 'Create Event · Townbell' }];

export default function CreateEvent({ loaderData, actionData }: Route.ComponentProps) {
	return <CreatePage {...loaderData} answered={actionData} />;
}
