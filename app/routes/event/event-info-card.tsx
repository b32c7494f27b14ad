import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LinkedText } from '~/app/shell/linked-text.tsx';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { IconWindow } from '~/app/ui/icon.tsx';
import {
	BookOpen,
	CalendarDays,
	CalendarPlus,
	CalendarSync,
	Clock,
	Hourglass,
	type IconName,
	MapPin,
	ScrollText,
	UsersRound,
} from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { type EventOnPage, isRunBy, type Neighbour } from '~/domain/events/page.ts';
import type { EventStoryteller } from '~/domain/events/schema.ts';
import { describeSeries } from '~/domain/events/series.ts';
import { EASTERN } from '~/domain/limits.ts';
import { getDecisionTime } from '~/domain/places/decision.ts';
import {
	describeDecision,
	describeMinimum,
	describeNextStoryteller,
	describePlaces,
	describeUnreachableMinimum,
} from '~/domain/places/texts.ts';
import { can } from '~/domain/policy.ts';
import {
	formatDateTimeShort,
	formatDuration,
	formatLongDate,
	formatOrdinalDate,
	formatTime,
} from '~/domain/time/format.ts';
import { choosePageZone, getZoneLabel } from '~/domain/time/zones.ts';
import { UNKNOWN_NAMES } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import * as css from './event-page.css.ts';

type EventInfoCardProps = {
	event: EventOnPage;
	/** Shown below the facts: the state of the mirror on Discord. */
	children?: ReactNode;
};

export function EventInfoCard({ event, children }: EventInfoCardProps) {
	const viewer = { id: event.currentUserId, role: event.currentUserRole };
	const canEdit = can(viewer, 'events.update') || isRunBy(event, viewer.id);
	const unreachable =
		event.status === 'active' && describeUnreachableMinimum(event.places, event.minimum_players);
	return (
		<Card aria-labelledby="event-info">
			<CardHead title="Event Info" id="event-info" />
			<dl className={css.infoList}>
				<Fact icon={CalendarDays} term="Date">
					<time dateTime={event.date}>{formatLongDate(event.date, EASTERN)}</time>
				</Fact>
				<Fact icon={Clock} term="Start time">
					{formatTime(event.date, EASTERN)} Eastern
					<LocalStart event={event} />
				</Fact>
				<Fact icon={Hourglass} term="Duration">
					{formatDuration(event.duration)}
				</Fact>
				{event.series && (
					<Fact icon={CalendarSync} term="Repeats">
						{describeSeries({ ...event.series, pause: event.seriesPause }, event.seriesProgress ?? 'running')}
						<Neighbours neighbours={event.neighbours} />
					</Fact>
				)}
				{event.places !== null && (
					<Fact icon={UsersRound} term="Places">
						{describePlaces(event)}
						{canEdit && event.capacity === 'storytellers' && (
							<span className={css.infoMore}>{describeNextStoryteller(event)}</span>
						)}
					</Fact>
				)}
				{event.minimum_players !== null && (
					<Fact icon={UsersRound} term="Players needed">
						{describeDecision(event) ?? <Minimum event={event} />}
						{event.decision !== null && (
							<span className={css.infoMore}>
								<Minimum event={event} />
							</span>
						)}
						{canEdit && unreachable && <span className={css.infoMore}>{unreachable}</span>}
					</Fact>
				)}
				{event.location && (
					<Fact icon={MapPin} term="Location">
						<LinkedText text={event.location} isPlace />
					</Fact>
				)}
				{event.description && (
					<Fact icon={ScrollText} term="Description" className={css.infoDescription}>
						<LinkedText text={event.description} />
					</Fact>
				)}
				{event.storytellers.length > 0 && (
					<Fact icon={BookOpen} term="Storytellers">
						<ul className={joinClasses(plainList, css.infoStorytellers)}>
							{event.storytellers.map((storyteller) => (
								<StorytellerItem key={storyteller.user_id} storyteller={storyteller} />
							))}
						</ul>
					</Fact>
				)}
			</dl>
			{event.status !== 'cancelled' && (
				<ButtonLink
					to={`/events/${event.id}.ics`}
					reloadDocument
					icon={CalendarPlus}
					className={css.infoAddToCalendar}
				>
					Add this event to your calendar
				</ButtonLink>
			)}
			{children}
		</Card>
	);
}

function Neighbours({ neighbours }: Pick<EventOnPage, 'neighbours'>) {
	const { previous = null, next = null } = neighbours ?? {};
	return (
		<span className={css.infoNeighbours}>
			{previous && <NeighbourLink label="Previous" neighbour={previous} />}
			{next && <NeighbourLink label="Next" neighbour={next} />}
		</span>
	);
}

const NeighbourLink = ({ label, neighbour: { id, date } }: { label: string; neighbour: Neighbour }) => (
	<Link to={`/events/${id}`} className={textLink}>
		{label}: {formatOrdinalDate(date, EASTERN)}
	</Link>
);

function Minimum({ event }: { event: EventOnPage }) {
	if (event.minimum_players === null) return null;
	const decidedAt = getDecisionTime({ startsAt: new Date(event.date), decideMinutes: event.decide_minutes });
	const when = `${formatDateTimeShort(decidedAt.toISOString(), EASTERN)} Eastern`;
	return describeMinimum({ ...event, minimum_players: event.minimum_players }, when);
}

type FactProps = { icon: IconName; term: string; className?: string; children: ReactNode };

export function Fact({ icon, term, className, children }: FactProps) {
	return (
		<div className={css.infoItem}>
			<dt className={css.infoTerm}>
				<span className={css.infoIcon}>
					<IconWindow icon={icon} />
				</span>
				{term}
			</dt>
			<dd className={joinClasses(css.infoValue, className)}>{children}</dd>
		</div>
	);
}

function LocalStart({ event }: { event: EventOnPage }) {
	const { viewerZone } = useSite();
	const local = choosePageZone({ date: new Date(event.date), eventZone: event.timezone, viewerZone });
	if (!local) return null;
	const label = getZoneLabel(local.zone);
	return (
		<span className={css.infoMore}>
			{formatDateTimeShort(event.date, local.zone)}{' '}
			{local.isViewers ? `in your time (${label})` : `in ${label}`}
		</span>
	);
}

function StorytellerItem({ storyteller }: { storyteller: EventStoryteller }) {
	const name = storyteller.username || UNKNOWN_NAMES.storyteller;
	return (
		<li className={css.infoStoryteller}>
			<UserAvatar name={name} user={storyteller} size={36} />
			<span>
				<Name>{name}</Name>
				<span className={css.infoRole}>{ROLE_LABELS[storyteller.role]}</span>
			</span>
		</li>
	);
}
