import { Component, lazy, type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { VoiceChannelLink } from '~/app/shell/voice-channel-link.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { UsersRound } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { muted, strong } from '~/app/ui/text.css.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { formatCount } from '~/domain/format-count.ts';
import type { GroupSummary, GroupsOnPage } from '~/domain/groups/panel.ts';
import { describePlayerCount } from '~/domain/groups/splittable.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { can } from '~/domain/policy.ts';
import { isSplittable } from '~/domain/signups/standing.ts';
import { buildAvatarUrl, UNKNOWN_NAMES } from '~/domain/users/display.ts';
import * as cardCss from './group-card.css.ts';
import { GroupPost, type GroupPostProps } from './group-post.tsx';
import * as css from './groups-panel.css.ts';
import type { GroupsResponse } from './groups-response.ts';
import { getGroupsAddress, isGroupsAddress, OPEN_GROUPS_FIELD } from './panel-address.ts';
import { GroupStoryteller, SavedGroups, YouMarker } from './saved-groups.tsx';
import { ReloadForm } from './step-form.tsx';

// The editor's styles are linked with the page, because without script nothing can load them later.
import './group-card.css.ts';
import './players.css.ts';
import './preferences.css.ts';

/**
 * Most users never edit groups, so drag and drop and the draft's rules are loaded only for those who do. The server
 * renders a page in one piece and cannot wait for a part of it.
 */
const GroupsEditor = import.meta.env.SSR
	? (await import('./groups-editor.tsx')).GroupsEditor
	: lazy(async () => ({ default: (await import('./groups-editor.tsx')).GroupsEditor }));

export type GroupsPanelProps = {
	event: EventOnPage;
	/** Null when the groups could not be read. */
	view: GroupsOnPage | null;
	formKey: string;
	/** The response to the form that this page was rendered for (without script). */
	response: GroupsResponse | null;
	/** Why the groups could not be posted on Discord (without script). */
	postRefusal?: string | null | undefined;
	/** Why a storyteller could not be added to the event (without script). */
	storytellerRefusal?: string | null;
};

/** Renders Event Groups: the editor for creators and admins, the saved groups for all others. */
export function GroupsPanel({
	event: pageEvent,
	view: pageView,
	formKey,
	response,
	postRefusal,
	storytellerRefusal,
}: GroupsPanelProps) {
	const canEdit = can({ id: pageEvent.currentUserId, role: pageEvent.currentUserRole }, 'groups.save');
	const { event, view } = useOpenGroups(pageEvent, pageView, canEdit);
	if (!view?.isOpen || !canEdit) {
		return (
			<Frame event={event} view={view}>
				{!view && <LoadFailure eventId={event.id} />}
				{view?.isOpen && <SavedGroups event={event} view={view} />}
				{view && !view.isOpen && (
					<ClosedGroups
						event={event}
						formKey={formKey}
						canEdit={canEdit}
						postRefusal={postRefusal}
						groups={view.groups}
					/>
				)}
			</Frame>
		);
	}
	return (
		<EditorBoundary
			failure={
				<Frame event={event} view={view}>
					<LoadFailure eventId={event.id} />
				</Frame>
			}
		>
			<GroupsEditor
				event={event}
				view={view}
				formKey={formKey}
				response={response && { ...response.groups, error: response.error }}
				postRefusal={postRefusal}
				storytellerRefusal={storytellerRefusal}
			/>
		</EditorBoundary>
	);
}

function describeConfirmed(event: EventOnPage, view: GroupsOnPage | null): string {
	if (event.signupsPage !== null) {
		return `${formatCount(event.confirmed_signups, 'confirmed player')}, including any storytellers`;
	}
	return describePlayerCount({
		leftCount: view?.isOpen ? view.leftCount : 0,
		board: view?.isOpen ? view : { groups: [] },
		// Only creators know who has left, so for all viewers they are subtracted.
		confirmed: event.signups
			.filter((signup) => isSplittable({ ...signup, has_left: false }))
			.map(({ user_id }) => user_id),
		storytellers: event.storytellers.map(({ user_id }) => user_id),
	});
}

type Shown = { event: EventOnPage; view: GroupsOnPage | null };

/**
 * Returns the groups to show, with the signups that they name as the event's. The editor stays open when the page goes
 * to an address that does not open it (a dialog, another page of signups), because closing it would lose the draft.
 */
function useOpenGroups(event: EventOnPage, view: GroupsOnPage | null, canEdit: boolean): Shown {
	const arrived = view?.isOpen ? { view, signups: view.signups ?? event.signups } : null;
	const [opened, setOpened] = useState(arrived);
	if (arrived && arrived.view !== opened?.view) setOpened(arrived);
	const isKept = canEdit && opened !== null && view !== null && !view.isOpen;
	useOpenAddress(isKept);
	const shown = arrived ?? (isKept ? opened : null);
	const signups = shown?.signups ?? event.signups;
	const shownEvent = useMemo(
		() => (signups === event.signups ? event : { ...event, signups }),
		[event, signups],
	);
	return { event: shownEvent, view: shown?.view ?? view };
}

/** Returns to the address with open groups, so that their data are loaded again. */
function useOpenAddress(isNeeded: boolean): void {
	const navigate = useNavigate();
	const location = useLocation();
	useEffect(() => {
		const params = new URLSearchParams(location.search);
		if (!isNeeded || isGroupsAddress(params)) return;
		params.set(OPEN_GROUPS_FIELD.name, OPEN_GROUPS_FIELD.value);
		const to = { ...location, search: `?${params}` };
		void navigate(to, { replace: true, preventScrollReset: true, state: location.state });
	}, [isNeeded, navigate, location]);
}

function Frame({ event, view, children }: Shown & { children: ReactNode }) {
	return (
		<section id="groups" className={css.panel} aria-labelledby="groups-title">
			<div className={css.head}>
				<div>
					<h2 id="groups-title">{GROUP_TEXTS.title}</h2>
					<p className={css.facts}>
						{event.round > 1 && <span className={strong}>Round {event.round}</span>}
						<span>{describeConfirmed(event, view)}</span>
					</p>
				</div>
			</div>
			{children}
		</section>
	);
}

function LoadFailure({ eventId }: { eventId: string }) {
	return (
		<Notice tone="error" title={GROUP_TEXTS.loadFailed}>
			<ReloadForm eventId={eventId} search={null}>
				<Button>Try again</Button>
			</ReloadForm>
		</Notice>
	);
}

type EditorBoundaryProps = { failure: ReactNode; children: ReactNode };

/** Renders `failure` when the editor cannot be loaded or throws, so that the rest of the page stays. */
class EditorBoundary extends Component<EditorBoundaryProps, { hasFailed: boolean }> {
	override state = { hasFailed: false };

	static getDerivedStateFromError() {
		return { hasFailed: true };
	}

	override render() {
		return this.state.hasFailed ? this.props.failure : this.props.children;
	}
}

type ClosedGroupsProps = {
	event: GroupPostProps['event'];
	formKey: string;
	groups: readonly GroupSummary[];
	canEdit: boolean;
	postRefusal?: string | null | undefined;
};

/** Renders the groups of an event with many signups without their players, and the link that opens them. */
function ClosedGroups({ event, formKey, groups, canEdit, postRefusal }: ClosedGroupsProps) {
	if (groups.length === 0 && !canEdit) return <p className={css.empty}>No groups yet.</p>;
	return (
		<>
			<div className={css.barActions}>
				<p className={muted}>
					{groups.length === 0
						? 'No groups yet.'
						: 'This event has many signups, so the players are not listed here.'}
				</p>
				<ButtonLink
					to={`${getGroupsAddress(event.id, true)}#groups`}
					icon={UsersRound}
					variant={canEdit ? 'primary' : 'secondary'}
					preventScrollReset
				>
					{canEdit ? 'Edit groups' : 'Show players'}
				</ButtonLink>
			</div>
			{groups.length > 0 && (
				<ul className={joinClasses(plainList, css.grid)} aria-label="Groups">
					{groups.map((group) => (
						<li key={group.id}>
							<ClosedGroup group={group} />
						</li>
					))}
				</ul>
			)}
			{(groups.length > 0 || postRefusal) && (
				<GroupPost event={event} formKey={formKey} refusal={postRefusal} />
			)}
		</>
	);
}

function ClosedGroup({
	group: { name, playerCount, storyteller, voiceChannel, isOwn },
}: {
	group: GroupSummary;
}) {
	const heading = useId();
	const { cdnUrl } = useSite();
	return (
		<Card bare aria-labelledby={heading} className={cardCss.closed}>
			<div className={cardCss.head}>
				<div className={cardCss.titles}>
					<h3 id={heading} className={cardCss.title}>
						<Name>{name}</Name>
					</h3>
					{isOwn && <YouMarker />}
					<span className={cardCss.count}>{formatCount(playerCount, 'player')}</span>
				</div>
			</div>
			{storyteller && (
				<GroupStoryteller
					name={storyteller.username || UNKNOWN_NAMES.storyteller}
					picture={buildAvatarUrl({ discordId: storyteller.discord_id, avatar: storyteller.avatar, cdnUrl })}
				/>
			)}
			{voiceChannel && (
				<p className={cardCss.script}>
					<VoiceChannelLink channel={voiceChannel} />
				</p>
			)}
		</Card>
	);
}
