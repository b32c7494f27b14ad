import { data, isRouteErrorResponse, Outlet } from 'react-router';
import { handleGroupsForm } from '~/app/routes/groups/groups-form.ts';
import { GroupsPanel } from '~/app/routes/groups/groups-panel.tsx';
import { isGroupsIntent } from '~/app/routes/groups/groups-response.ts';
import { loadEventPage } from '~/app/routes/groups/load-event-page.ts';
import { readText } from '~/app/shell/form-text.ts';
import { Live } from '~/app/shell/live/live.tsx';
import {
	describeSavedSignup,
	readSignupFields,
	redirectMissingEvent,
	redirectToEvent,
	toRefusedSignup,
} from '~/app/shell/signup-form.ts';
import { ButtonLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { EmptyState } from '~/app/ui/empty-state.tsx';
import { ArrowLeft } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { buildDiscordEventUrl } from '~/domain/discord/scheduled-event.ts';
import { formatCount } from '~/domain/format-count.ts';
import { BODY_LIMITS, TEXT_LIMITS } from '~/domain/limits.ts';
import { canWaitForPlayers, WAITS_UNTIL_MINUTES } from '~/domain/places/decision.ts';
import { describeOwnPlace } from '~/domain/places/texts.ts';
import { can } from '~/domain/policy.ts';
import { config } from '~/server/config.ts';
import { getActor, getLivePosition, getRequestFacts } from '~/server/http/context.ts';
import {
	createUnknownFormError,
	isScriptRequest,
	load,
	loadOptional,
	readPageForm,
	submit,
} from '~/server/http/responses.ts';
import { readDiscussion } from '~/server/operations/comments/index.ts';
import { postAnnouncement, readEvent, retryMirror, updateEvent } from '~/server/operations/events/index.ts';
import { postGroups } from '~/server/operations/groups/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import {
	answerOffer,
	callStandbysOfEvent,
	endRegular,
	findEventSignup,
	putSignup,
	removeSignup,
	setRegular,
} from '~/server/operations/signups/index.ts';
import { listStorytellers } from '~/server/operations/users/index.ts';
import type { Route } from './+types/route.ts';
import { AnnouncementState } from './announcement-state.tsx';
import { CreatedEvent } from './created-event.tsx';
import { Discussion } from './discussion.tsx';
import { postComment, removeComment } from './discussion-form.ts';
import { canChangeEvent, EventActions } from './event-actions.tsx';
import { below } from './event-page.css.ts';
import { EventPage } from './event-page.tsx';
import { SyncState } from './sync-state.tsx';

/** How many users the groups offer as storytellers; the event form has all. */
const STORYTELLERS_OFFERED = 25;

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
	const before = url.searchParams.get('before');
	// An event that vanished under its open page has the not-found view (spec, section 2).
	const whenMissing = isOpenPage(request, url) ? {} : { ifMissing: () => redirectMissingEvent(context) };
	const canSeat = can(getActor(context), 'groups.save');
	const [{ event, groups }, discussion, storytellers] = await Promise.all([
		loadEventPage(context, { url, params, ...whenMissing }),
		loadOptional(readDiscussion, context, {
			params,
			read: () => (before ? { before } : {}),
			...whenMissing,
		}),
		canSeat ? loadOptional(listStorytellers, context) : null,
	]);
	return {
		event,
		discussion,
		groups,
		storytellers: storytellers?.slice(0, STORYTELLERS_OFFERED) ?? [],
		before,
		formKey: createFormKey(),
		query: (url.searchParams.get('q') ?? '').slice(0, TEXT_LIMITS.search),
		discordUrl:
			event.discord_event_id && buildDiscordEventUrl(config().DISCORD_GUILD_ID, event.discord_event_id),
		now: getRequestFacts(context).now.toISOString(),
		position: getLivePosition(context),
	};
}

/**
 * Handles the page's own forms: the viewer's signup (a status, or Remove), the discussion, the groups, the mirror's
 * retry, and the two messages on Discord.
 */
export async function action({ request, params, url, context }: Route.ActionArgs) {
	const form = await readPageForm(request, BODY_LIMITS.large);
	const intent = form.get('intent');
	if (intent === 'comments.create') return postComment({ request, params, context, form });
	if (intent === 'comments.delete') return removeComment({ request, params, context, form });
	if (isGroupsIntent(intent)) return handleGroupsForm(intent, { request, params, context, form });
	if (intent === 'events.retryMirror') {
		const { refusal } = await submit(retryMirror, context, { params });
		if (refusal) return data({ error: refusal.error, isMirrorRefusal: true }, { status: refusal.status });
		return respondOrRedirect(request, context, params.eventId, 'Trying Discord again.');
	}
	if (intent === 'events.postAnnouncement') {
		const { refusal } = await submit(postAnnouncement, context, { params });
		if (refusal) return data({ error: refusal.error, isPostRefusal: true }, { status: refusal.status });
		return respondOrRedirect(request, context, params.eventId + url.search, 'Posting to Discord…');
	}
	if (intent === 'groups.post') {
		// Sent twice, the second request would show no changes since the first.
		const read = () => ({ idempotencyKey: form.get('key') });
		const { refusal } = await submit(postGroups, context, { params, read });
		if (refusal) return data({ error: refusal.error, isGroupPostRefusal: true }, { status: refusal.status });
		const address = `${params.eventId}${url.search}#groups`;
		return respondOrRedirect(request, context, address, 'Posting the groups to Discord…');
	}
	if (intent === 'events.update' && form.has('wait'))
		return waitForPlayers({ request, params, context }, form);
	if (intent === 'events.update') return addStoryteller({ request, params, url, context }, form);
	if (intent === 'places.callStandbys') return callStandbys({ request, params, context }, form);
	if (intent === 'places.answer') return answerPlaceOffer({ request, params, context }, form);
	if (intent === 'signups.setRegular' || intent === 'signups.endRegular')
		return changeRegular({ request, params, context }, form);
	if (intent === 'signups.remove') {
		return removeOwnSignup({ request, params, context }, form);
	}
	if (intent !== 'signups.put') throw createUnknownFormError();
	const { result, refusal } = await submit(putSignup, context, {
		params,
		read: () => readSignupFields(form),
	});
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return respondOrRedirect(request, context, params.eventId, describeSavedSignup(result.signup.status));
}

/** Takes the place that is offered to the viewer, or passes it on. */
async function answerPlaceOffer(
	{ request, params, context }: Pick<Route.ActionArgs, 'request' | 'params' | 'context'>,
	form: FormData,
) {
	const read = () => ({ accept: form.get('accept') === 'true' });
	const { result, refusal } = await submit(answerOffer, context, { params, read });
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	const { place, waitlist_position: position } = result;
	return respondOrRedirect(request, context, params.eventId, describeOwnPlace({ place, position }) ?? '');
}

type FormOfEvent = Pick<Route.ActionArgs, 'request' | 'params' | 'context'>;

/** Makes the viewer a regular of the series, or ends it. One who is none any more counts as success. */
async function changeRegular({ request, params, context }: FormOfEvent, form: FormData) {
	const isEnd = form.get('intent') === 'signups.endRegular';
	const { refusal } = isEnd
		? await submit(endRegular, context, { params, returnedKinds: ['missing'] })
		: await submit(setRegular, context, { params, read: () => ({ status: form.get('status') }) });
	if (refusal && refusal.kind !== 'missing')
		return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return respondOrRedirect(
		request,
		context,
		params.eventId,
		isEnd ? "You're no longer signed up for new events." : "You're signed up every time.",
	);
}

/** Asks the standbys of the event. */
async function callStandbys({ request, params, context }: FormOfEvent, form: FormData) {
	const { result, refusal } = await submit(callStandbysOfEvent, context, { params });
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	const title = `${formatCount(result.recipients, 'player')} asked.`;
	return respondOrRedirect(request, context, params.eventId, title);
}

/** Lets an event with too few players wait until two hours before its start, when it is cancelled if they are lacking. */
async function waitForPlayers({ request, params, context }: FormOfEvent, form: FormData) {
	const { title, date } = await load(readEvent, context, { params });
	if (!canWaitForPlayers(new Date(date), getRequestFacts(context).now)) {
		const error = 'The start is less than 2 hours away. Cancel the event, or play with fewer.';
		return data(toRefusedSignup({ error, fieldErrors: {} }, form), { status: 409 });
	}
	const wait = {
		on_too_few: 'cancel',
		decide_minutes: WAITS_UNTIL_MINUTES,
		version: Number(form.get('version')),
	};
	const { refusal } = await submit(updateEvent, context, { params, read: () => ({ title, date, ...wait }) });
	if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return respondOrRedirect(request, context, params.eventId, 'The event waits for more players.');
}

/** Adds one storyteller to the event, from the groups. */
async function addStoryteller(
	{ request, params, url, context }: Pick<Route.ActionArgs, 'request' | 'params' | 'url' | 'context'>,
	form: FormData,
) {
	const { title, date, storytellers, version } = await load(readEvent, context, { params });
	const ids = storytellers.map(({ user_id }) => user_id);
	const id = readText(form, 'storytellerId');
	const storytellerIds = ids.includes(id) ? ids : [...ids, id];
	const read = () => ({ title, date, storytellerIds, version });
	const { refusal } = await submit(updateEvent, context, { params, read });
	if (refusal) return data({ error: refusal.error, isStorytellerRefusal: true }, { status: refusal.status });
	return respondOrRedirect(
		request,
		context,
		`${params.eventId}${url.search}#groups`,
		'Storyteller added. Choose the group in the list of its card.',
	);
}

/**
 * Removes the viewer's signup. An already removed signup counts as success; when the event is deleted, `load`
 * throws its page.
 */
async function removeOwnSignup(
	{ request, params, context }: Pick<Route.ActionArgs, 'request' | 'params' | 'context'>,
	form: FormData,
) {
	const { refusal } = await submit(removeSignup, context, { params, returnedKinds: ['missing'] });
	if (refusal?.kind === 'missing') await load(findEventSignup, context, { params });
	else if (refusal) return data(toRefusedSignup(refusal, form), { status: refusal.status });
	return respondOrRedirect(request, context, params.eventId, 'Your signup was removed.');
}

/**
 * Returns data for a request by script, which only reloads the page's data and is announced to screen readers, or a
 * redirect with a notice for a plain form.
 */
const respondOrRedirect = (
	request: Request,
	context: Route.ActionArgs['context'],
	eventAddress: string,
	title: string,
) =>
	isScriptRequest(request)
		? { error: null, announcement: title }
		: redirectToEvent(context, eventAddress, title);

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `${loaderData?.event.title ?? 'Event not found'} · Townbell` },
];

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
	const { discussion, groups, storytellers, before, formKey, discordUrl, position, ...page } = loaderData;
	const { event, now } = page;
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	const refusal = actionData?.error ? actionData : null;
	const isDiscussionRefusal = refusal !== null && ('comment' in refusal || 'deletion' in refusal);
	const isMirrorRefusal = refusal !== null && 'isMirrorRefusal' in refusal;
	const hasSavedGroups = groups !== null && groups.groups.length > 0;
	const hasGroups = hasSavedGroups || can(viewer, 'groups.save');
	const isPostRefusal = refusal !== null && 'isPostRefusal' in refusal;
	const isGroupPostRefusal = refusal !== null && 'isGroupPostRefusal' in refusal;
	const isStorytellerRefusal = refusal !== null && 'isStorytellerRefusal' in refusal;
	const isOther =
		isStorytellerRefusal || isDiscussionRefusal || isMirrorRefusal || isPostRefusal || isGroupPostRefusal;
	const groupsResponse = actionData && 'groups' in actionData ? actionData : null;
	return (
		<>
			<EventPage
				key={event.id}
				{...page}
				hasSavedGroups={hasSavedGroups}
				created={<CreatedEvent key={event.id} event={event} discordUrl={discordUrl} />}
				refusal={isOther || groupsResponse ? null : refusal}
				sync={
					<>
						<SyncState
							event={event}
							discordUrl={discordUrl}
							isRetryAllowed={can(viewer, 'events.retryMirror')}
							now={now}
							refusal={isMirrorRefusal ? refusal.error : null}
						/>
						<AnnouncementState event={event} refusal={isPostRefusal ? refusal.error : null} />
					</>
				}
				groups={
					<GroupsPanel
						key={event.id}
						event={event}
						view={groups}
						formKey={formKey}
						response={groupsResponse}
						postRefusal={isGroupPostRefusal ? refusal.error : null}
						storytellerRefusal={isStorytellerRefusal ? refusal.error : null}
						storytellerChoices={storytellers}
					/>
				}
				actions={
					(canChangeEvent(viewer) || hasGroups) && (
						<EventActions
							eventId={event.id}
							status={event.status}
							viewer={viewer}
							hasGroups={hasGroups}
							isRepeating={event.series !== null}
						/>
					)
				}
			>
				{discussion && (
					<Discussion
						key={event.id}
						eventId={event.id}
						refusal={isDiscussionRefusal ? refusal : null}
						viewer={viewer}
						discussion={discussion}
						before={before}
						now={now}
						formKey={formKey}
					/>
				)}
			</EventPage>
			<Live
				key={`live-${event.id}`}
				eventId={event.id}
				position={position}
				shown={[{ ...event, comments: discussion?.total, groups: groups?.groups }]}
				isWaiting={[event.discord_sync, event.announcement, event.groupPost?.message].some(
					(message) => message?.state === 'pending',
				)}
			/>
			<Outlet />
		</>
	);
}

/** Returns whether the script of the page at `url`, or of one of its dialogs, loads that page again. */
function isOpenPage(request: Request, url: URL): boolean {
	const pathname = URL.parse(request.headers.get('Referer') ?? '')?.pathname;
	return isScriptRequest(request) && `${pathname}/`.startsWith(`${url.pathname}/`);
}

/** Shows NotFoundView when the event was deleted while its page was open. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />;
	throw error;
}

/** Renders the page of an event that was deleted while its page was open. */
function NotFoundView() {
	return (
		<div className={joinClasses(wrap, below)}>
			<EmptyState
				level={1}
				title="Event not found"
				text="It may have been deleted while you were looking at it."
				drawing={<Scene name="asleep" fill />}
				action={
					<ButtonLink to="/events" icon={ArrowLeft} variant="primary">
						Back to Events
					</ButtonLink>
				}
			/>
		</div>
	);
}
