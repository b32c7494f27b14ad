import { data } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { omitUntouched, toEventFormValues, updateEventForm } from '~/domain/events/form.ts';
import { describeMove } from '~/domain/events/notices.ts';
import type { EventDetail } from '~/domain/events/schema.ts';
import { describeNewEnd } from '~/domain/events/series.ts';
import { ATTENDANCE_TEXTS } from '~/domain/groups/attendance.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { type FormRefusal, guardPage, load, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readDraftForm } from '~/server/operations/botc/index.ts';
import {
	isSeriesOnDiscord,
	listEventTimes,
	previewFollowing,
	readEvent,
	readEventFormFacts,
	readSeries,
	updateEvent,
} from '~/server/operations/events/index.ts';
import { listStorytellers } from '~/server/operations/users/index.ts';
import type { Route } from './+types/edit.ts';
import { changeStatus, formatUpdatedText, isStatusIntent } from './change-status.ts';
import { EditPage } from './edit-page.tsx';
import { type Conflict, EMPTY_FORM_STATE, type EventFormState } from './form-state.ts';
import {
	applyHelperButton,
	type ReceivedForm,
	readEventInput,
	receiveEventForm,
	toRefusedState,
} from './receive-event-form.ts';

export async function loader({ params, url, context }: Route.LoaderArgs) {
	guardPage(context, 'events.update');
	const draftId = url.searchParams.get('draft');
	const [event, { series }, storytellers, eventTimes, isSeries, facts, draft] = await Promise.all([
		load(readEvent, context, { params, ifMissing: () => redirectMissingEvent(context) }),
		load(readSeries, context, { params, ifMissing: () => redirectMissingEvent(context) }),
		load(listStorytellers, context),
		load(listEventTimes, context),
		load(isSeriesOnDiscord, context, { params }),
		load(readEventFormFacts, context),
		draftId === null ? null : load(readDraftForm, context, { params: { draftId } }),
	]);
	const state: EventFormState = {
		...EMPTY_FORM_STATE,
		values: { ...toEventFormValues(event), ...draft?.values },
		version: event.version,
	};
	return {
		event,
		series,
		isSeries,
		facts,
		storytellers,
		eventTimes: eventTimes.filter(({ id }) => id !== event.id),
		state,
		now: getRequestFacts(context).now.toISOString(),
	};
}

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
	const updatedState = applyHelperButton(received, context);
	if (updatedState) return data({ form: updatedState, status: null });
	const ifMissing = () => redirectMissingEvent(context);
	let dateBefore = '';
	const readSaved = async () => {
		const saved = await load(readEvent, context, { params, ifMissing });
		dateBefore = saved.date;
		return saved;
	};
	const form = {
		params,
		read: async () => ({
			...omitUntouched(readEventInput(received, updateEventForm()), state.values, await readSaved()),
			version: state.version ?? undefined,
			over_capacity: state.overCapacity ?? 'ask',
			scope: state.scope,
			accepted: state.accepted,
			...(state.image.hash ? { imageHash: state.image.hash } : {}),
			...(state.image.isRemoved ? { image: null } : {}),
		}),
		returnedKinds: ['missing' as const],
	};
	let following: EventFormState['following'] = null;
	if (state.scope === 'following') {
		const { result, refusal } = await submit(previewFollowing, context, form);
		if (refusal?.kind === 'missing') return ifMissing();
		if (refusal)
			return data({ form: toRefusedState(state, refusal), status: null }, { status: refusal.status });
		following = result;
		const isAsked = following.events.length > 0 || following.newUntil !== null;
		if (isAsked && readText(received.form, 'seen') !== following.seen)
			return data({ form: { ...state, following }, status: null });
	}
	const { result, refusal } = await submit(updateEvent, context, form);
	if (refusal?.kind === 'missing') return ifMissing();
	if (!refusal) {
		const title = formatUpdatedText(result.discordUpdated);
		const texts = [
			describeMove(dateBefore, result.event.date),
			following?.newUntil && describeNewEnd(following.newUntil),
			result.removedMarks > 0 && ATTENDANCE_TEXTS.removed,
		].filter(Boolean);
		const text = texts.length > 0 ? texts.join(' ') : undefined;
		const notice = await offerUndo(context, { tone: 'success', title, text });
		return redirectAfterForm(context, `/events/${result.event.id}`, notice);
	}
	const refused = { ...toRefusedState(state, refusal), following, ...readConflict(refusal) };
	return data({ form: refused, status: null }, { status: refusal.status });
}

/** Returns the saved event, whose version the next save overwrites; null when the refusal is no conflict. */
function readConflict({ extra }: FormRefusal): { conflict: Conflict; version: number } | null {
	const current = extra.current as EventDetail | undefined;
	if (!current) return null;
	const { storytellers, image_url: imageUrl, status, version } = current;
	const names = Object.fromEntries(storytellers.map(({ user_id, username }) => [user_id, username]));
	return { conflict: { saved: toEventFormValues(current), imageUrl, status, names }, version };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `Edit ${loaderData?.event.title ?? 'Event'} · Townbell` },
];

export default function EditEvent({ loaderData, actionData }: Route.ComponentProps) {
	return <EditPage key={loaderData.event.id} {...loaderData} response={actionData} />;
}
