import { type ReactNode, useState } from 'react';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { joinClasses } from '~/app/ui/classes.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { BackLink } from '~/app/ui/page-head.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import { chooseVariant } from '~/app/ui/town/scenes.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { EventHeader } from './event-header.tsx';
import { EventInfoCard } from './event-info-card.tsx';
import * as header from './event-page.css.ts';
import { SignupBar } from './signup-bar.tsx';
import { SignupsCard } from './signups-card.tsx';

type EventPageProps = {
	event: EventOnPage;
	/** The search text in the address. */
	query: string;
	/** The server's time, ISO 8601. */
	now: string;
	/** Why the signup that this page was rendered for was refused (without script). */
	refusal?: SignupResult | null;
	/** The links that the viewer may use, such as Groups, Edit and Delete. */
	actions?: ReactNode;
	/** What to do next with an event that was just created. */
	created?: ReactNode;
	/** The state of the mirror on Discord. */
	sync?: ReactNode;
	/** Cards below the signups. */
	children?: ReactNode;
	/** The groups, as wide as the page. */
	groups?: ReactNode;
	/** Whether the page shows the groups. */
	hasGroups?: boolean;
	/** The number of comments; null for viewers who see no discussion. */
	commentCount?: number | null;
	/** Whether groups are saved. They are then above the signups, otherwise at the end of the page. */
	hasSavedGroups?: boolean;
};

/** The number of characters from which on the actions leave the title its whole line. */
const LONG_TITLE = 40;

/** Renders one event: banner, header, the viewer's signup, then the other signups and the event's details. */
export function EventPage({
	event,
	query,
	now,
	refusal,
	actions,
	created,
	sync,
	children,
	groups,
	hasGroups = false,
	commentCount = null,
	hasSavedGroups = false,
}: EventPageProps) {
	// Stays until the page is loaded again, so that the editor does not move away at the first save.
	const [areGroupsFirst] = useState(hasSavedGroups);
	return (
		<div className={wrap}>
			<div className={header.back}>
				<BackLink to="/events">Events</BackLink>
			</div>
			<div className={header.banner}>
				<EventBanner event={event} />
			</div>
			<div className={joinClasses(header.top, event.title.length > LONG_TITLE && header.longTitle)}>
				<EventHeader event={event} now={now} hasGroups={hasGroups} commentCount={commentCount} />
				{created && <div className={header.created}>{created}</div>}
				<div className={header.signup}>
					<SignupBar event={event} now={now} refusal={refusal} />
				</div>
				{actions && <div className={header.headerActions}>{actions}</div>}
			</div>
			<div className={joinClasses(header.columns, areGroupsFirst && header.withGroups)}>
				<div className={header.side}>
					<EventInfoCard event={event}>{sync}</EventInfoCard>
				</div>
				{areGroupsFirst && <div className={header.groupsFirst}>{groups}</div>}
				<div className={header.main}>
					<SignupsCard event={event} query={query} now={now} />
					{children}
				</div>
			</div>
			{!areGroupsFirst && <div className={header.groupsLast}>{groups}</div>}
		</div>
	);
}

type EventBannerProps = { event: Pick<EventOnPage, 'id' | 'image_url' | 'confirmed_signups'> };

/** Renders the event's own image, or a scene chosen by its id with one lit window per confirmed player. */
function EventBanner({ event }: EventBannerProps) {
	return (
		<div className={header.headerBanner}>
			{event.image_url ? (
				<img src={event.image_url} alt="" className={header.headerPicture} />
			) : (
				<Scene name="banner" variant={chooseVariant(event.id)} lit={event.confirmed_signups} fill />
			)}
		</div>
	);
}
