import { Component, lazy, type ReactNode } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import type { EventDetail } from '~/domain/events/schema.ts';
import type { GroupsView } from '~/domain/groups/schema.ts';
import { GROUP_TEXTS } from '~/domain/groups/texts.ts';
import { can } from '~/domain/policy.ts';
import { tallySignups } from '~/domain/signups/tally.ts';
import * as css from './groups-panel.css.ts';
import type { GroupsResponse } from './groups-response.ts';
import { SavedGroups } from './saved-groups.tsx';
import { ReloadForm } from './step-form.tsx';
// The editor's styles are linked with the page, because without script nothing can load them later.
import './available-players.css.ts';
import './board-drag.css.ts';
import './group-card.css.ts';
import './panes.css.ts';
import './player-row.css.ts';
import './preferences.css.ts';

/**
 * Most users never edit groups, so drag and drop and the draft's rules are loaded only for those who do. The server
 * renders a page in one piece and cannot wait for a part of it.
 */
const GroupsEditor = import.meta.env.SSR
	? (await import('./groups-editor.tsx')).GroupsEditor
	: lazy(async () => ({ default: (await import('./groups-editor.tsx')).GroupsEditor }));

export type GroupsPanelProps = {
	event: EventDetail;
	/** Null when the groups could not be read. */
	view: GroupsView | null;
	formKey: string;
	/** The response to the form that this page was rendered for (without script). */
	response: GroupsResponse | null;
};

/** Renders Event Groups: the editor for creators and admins, the saved groups for all others. */
export function GroupsPanel({ event, view, formKey, response }: GroupsPanelProps) {
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	const { confirmed } = tallySignups(event.signups);
	const count = `${confirmed} confirmed ${confirmed === 1 ? 'player' : 'players'}`;
	if (!view || !can(viewer, 'groups.save')) {
		return (
			<Frame count={count}>
				{view ? <SavedGroups event={event} view={view} /> : <LoadFailure eventId={event.id} />}
			</Frame>
		);
	}
	return (
		<EditorBoundary
			failure={
				<Frame count={count}>
					<LoadFailure eventId={event.id} />
				</Frame>
			}
		>
			<GroupsEditor
				event={event}
				view={view}
				count={count}
				formKey={formKey}
				response={response && { ...response.groups, error: response.error }}
			/>
		</EditorBoundary>
	);
}

function Frame({ count, children }: { count: string; children: ReactNode }) {
	return (
		<section id="groups" className={css.panel} aria-labelledby="groups-title">
			<div className={css.head}>
				<div>
					<h2 id="groups-title">{GROUP_TEXTS.title}</h2>
					<p className={css.facts}>{count}</p>
				</div>
			</div>
			{children}
		</section>
	);
}

function LoadFailure({ eventId }: { eventId: string }) {
	return (
		<Notice tone="error" title={GROUP_TEXTS.loadFailed}>
			<ReloadForm eventId={eventId}>
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
