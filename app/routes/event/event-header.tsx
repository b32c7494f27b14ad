import { Link } from 'react-router';
import { OwnGroup } from '~/app/shell/own-group.tsx';
import { chooseLight, EVENT_LOOKS, getStandingLook } from '~/app/shell/status-looks.ts';
import { useSignup } from '~/app/shell/use-signup.ts';
import { WindowTile } from '~/app/shell/window-tile.tsx';
import { Badge } from '~/app/ui/badge.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { followPartLink } from '~/app/ui/focus.ts';
import { Name } from '~/app/ui/name.tsx';
import { mutedSmall, textLink } from '~/app/ui/text.css.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { getEventBadge } from '~/domain/events/countdown.ts';
import type { EventOnPage } from '~/domain/events/page.ts';
import { OWN_ATTENDANCE } from '~/domain/groups/attendance.ts';
import { MINUTE_MS, TABLE } from '~/domain/limits.ts';
import { can } from '~/domain/policy.ts';
import { getOwnStanding, labelStanding } from '~/domain/signups/standing.ts';
import { UNKNOWN_NAMES } from '~/domain/users/display.ts';
import * as css from './event-page.css.ts';
import { usePageSearch } from './place-address.ts';

type EventHeaderProps = {
	event: EventOnPage;
	now: string;
	/** Whether the page shows the groups. */
	hasGroups?: boolean;
	/** The number of comments; null for viewers who see no discussion. */
	commentCount?: number | null;
};

/** Renders the event's date tile, badges, title and creator, overlapping the bottom of the banner. */
export function EventHeader({ event: savedEvent, now, ...parts }: EventHeaderProps) {
	const { event } = useSignup(savedEvent);
	const currentTime = useNow(now, MINUTE_MS);
	const badge = getEventBadge({ status: event.status, date: new Date(event.date) }, currentTime);
	const standing = getOwnStanding(event);
	const light = chooseLight(standing, event.status);
	const canAddScripts = can({ id: event.currentUserId, role: event.currentUserRole }, 'scripts.add');
	const offersScripts = canAddScripts && event.status === 'active';
	return (
		<header className={css.header}>
			<WindowTile
				date={event.date}
				lit={light}
				big
				className={joinClasses(css.headerTile, light === 'lit' && css.headerGlowing)}
			/>
			<div className={css.headerText}>
				<div className={css.headerBadges}>
					<Badge {...EVENT_LOOKS[badge.tone]}>{badge.text}</Badge>
					{badge.note && <span className={mutedSmall}>{badge.note}</span>}
					{standing.kind === 'none' ? (
						<Badge tone="neutral">{labelStanding(standing)}</Badge>
					) : (
						<Badge {...getStandingLook(standing)}>You: {labelStanding(standing)}</Badge>
					)}
				</div>
				<h1 className={joinClasses(css.headerTitle, event.status === 'cancelled' && css.headerCancelled)}>
					<Name>{event.title}</Name>
				</h1>
				<p className={css.headerCreator} title={event.creator_name}>
					Created by <Name>{event.creator_name || UNKNOWN_NAMES.creator}</Name>
				</p>
				{event.status === 'active' && <OwnGroup group={event.own_group} />}
				{event.scriptQuestion && (
					<p>
						<Link to={`/events/${event.id}/scripts`} className={textLink} preventScrollReset>
							{event.scriptQuestion === 'answered'
								? 'Script question: change your answer'
								: 'Script question: which script would you like?'}
						</Link>
					</p>
				)}
				<TableLine event={event} />
				{offersScripts && (
					<p>
						<Link to={`/scripts?event=${event.id}`} className={textLink}>
							Script library
						</Link>
					</p>
				)}
				{event.ownAttendance && (
					<p className={mutedSmall}>Roll call: {OWN_ATTENDANCE[event.ownAttendance]}</p>
				)}
				<PartLinks event={event} {...parts} />
			</div>
		</header>
	);
}

type PartLinksProps = Pick<EventHeaderProps, 'event' | 'hasGroups' | 'commentCount'>;

/** Renders links to the parts far below on a long page, and to the event's other pages. */
function PartLinks({ event, hasGroups = false, commentCount = null }: PartLinksProps) {
	// The query says whether the groups are open.
	const search = usePageSearch();
	const address = `/events/${event.id}`;
	const links: [string, string][] = [[`${address}${search}#signups`, `Signups (${event.total_signups})`]];
	if (hasGroups) links.push([`${address}${search}#groups`, 'Groups']);
	if (commentCount !== null) links.push([`${address}${search}#discussion`, `Discussion (${commentCount})`]);
	if (event.hasRounds) links.push([`${address}/rounds`, 'Rounds']);
	if (event.canTakeRollCall) links.push([`${address}/attendance`, 'Roll call']);
	return (
		<nav aria-label="Parts of this event" className={css.headerParts}>
			{links.map(([to, text]) => (
				<Link key={to} to={to} className={joinClasses(textLink, css.headerPart)} onClick={followPartLink}>
					{text}
				</Link>
			))}
		</nav>
	);
}

/** Renders where the viewer's table is: for storytellers what they need to set it up, for players its link. */
function TableLine({ event }: { event: EventOnPage }) {
	const { ownTable, canReadTables, own_group: group } = event;
	if (group?.isStoryteller && canReadTables) {
		return (
			<p>
				<Link to={`/events/${event.id}/tables`} className={textLink}>
					Seats and table
				</Link>
			</p>
		);
	}
	if (!ownTable) return null;
	if (ownTable.url === null) {
		return (
			<p className={mutedSmall}>
				The link to your table is shown here from {TABLE.linkMinutes} minutes before the start.
			</p>
		);
	}
	return (
		<p>
			<a href={ownTable.url} target="_blank" rel="noopener noreferrer" className={textLink}>
				Go to your table
			</a>
		</p>
	);
}
