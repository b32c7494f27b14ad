import { isRouteErrorResponse, Outlet } from 'react-router';
import { GroupsPanel } from '~/app/routes/groups/groups-panel.tsx';
import { loadEventPage } from '~/app/routes/groups/load-event-page.ts';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { Live } from '~/app/shell/live/live.tsx';
import { redirectMissingEvent } from '~/app/shell/signup-form.ts';
import { ButtonLink } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { ArrowLeft } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import { buildDiscordEventUrl } from '~/domain/discord/scheduled-event.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import { can } from '~/domain/policy.ts';
import { config } from '~/server/config.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { readFlash } from '~/server/http/flash.ts';
import { isScriptRequest, load, redirectAfterForm } from '~/server/http/responses.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { readPollView } from '~/server/operations/polls/index.ts';
import type { Route } from './+types/route.ts';
import { AnnouncementState } from './announcement-state.tsx';
import { CreatedEvent } from './created-event.tsx';
import { Discussion } from './discussion.tsx';
import { canChangeEvent, EventActions } from './event-actions.tsx';
import { below } from './event-page.css.ts';
import { EventPage } from './event-page.tsx';
import { handleEventForm } from './event-page-form.ts';
import { MovedTime } from './moved-time.tsx';
import { SyncState } from './sync-state.tsx';

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
	// An event that vanished under its open page has the not-found view (spec, section 2).
	const ifMissing = isOpenPage(request, url) ? undefined : () => redirectMissingEvent(context);
	const { event, groups, discussion, position } = await loadEventPage(context, {
		url,
		params,
		// The id may be that of a poll: messages on Discord lead here, and an undone choice makes the event a poll again.
		ifMissing: async () => {
			const poll = await load(readPollView, context, { params: { pollId: params.eventId }, ifMissing });
			// The notice of an undone choice goes with it.
			return redirectAfterForm(context, `/polls/${poll.id}`, readFlash(request) ?? undefined);
		},
	});
	return {
		event,
		discussion,
		groups,
		before: url.searchParams.get('before'),
		formKey: createFormKey(),
		query: (url.searchParams.get('q') ?? '').slice(0, TEXT_LIMITS.search),
		discordUrl:
			event.discord_event_id && buildDiscordEventUrl(config().DISCORD_GUILD_ID, event.discord_event_id),
		now: getRequestFacts(context).now.toISOString(),
		position,
	};
}

export const action = (args: Route.ActionArgs) => handleEventForm(args);

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `${loaderData?.event.title ?? 'Event not found'} · Townbell` },
];

export default function Event({ loaderData, actionData }: Route.ComponentProps) {
	const { discussion, groups, before, formKey, discordUrl, position, ...page } = loaderData;
	const { event, now } = page;
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	const refusal = actionData?.error ? actionData : null;
	const isDiscussionRefusal = refusal !== null && ('comment' in refusal || 'deletion' in refusal);
	const part = refusal && 'part' in refusal ? refusal.part : null;
	const hasSavedGroups = groups !== null && groups.groups.length > 0;
	const hasGroups = hasSavedGroups || can(viewer, 'groups.save');
	const groupsResponse = actionData && 'groups' in actionData ? actionData : null;
	return (
		<>
			<EventPage
				key={event.id}
				{...page}
				hasSavedGroups={hasSavedGroups}
				hasGroups={hasGroups}
				commentCount={discussion?.total ?? null}
				created={<CreatedEvent key={event.id} event={event} discordUrl={discordUrl} />}
				refusal={part || isDiscussionRefusal || groupsResponse ? null : refusal}
				sync={
					<>
						<SyncState
							event={event}
							discordUrl={discordUrl}
							isRetryAllowed={can(viewer, 'events.retryMirror')}
							now={now}
							refusal={part === 'mirror' ? refusal?.error : null}
						/>
						<MovedTime event={event} refusal={part === 'time' ? refusal : null} />
						<AnnouncementState event={event} refusal={part === 'announcement' ? refusal?.error : null} />
					</>
				}
				groups={
					<>
						<FailureNotice
							failure={part === 'winner' ? refusal : null}
							title={getFailureTitle('groups.setWinner')}
						/>
						<GroupsPanel
							key={event.id}
							event={event}
							view={groups}
							formKey={formKey}
							response={groupsResponse}
							postRefusal={part === 'groupPost' ? refusal?.error : null}
							storytellerRefusal={part === 'storyteller' ? refusal?.error : null}
						/>
					</>
				}
				actions={
					canChangeEvent(viewer) && (
						<EventActions
							eventId={event.id}
							status={event.status}
							viewer={viewer}
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
