import { Link } from 'react-router';
import * as css from '~/app/routes/admin/admin-page.css.ts';
import { EVENT_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Name } from '~/app/ui/name.tsx';
import { muted, mutedSmall } from '~/app/ui/text.css.ts';
import { getEventBadge } from '~/domain/events/countdown.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { getTileParts } from '~/domain/time/format.ts';

/** Renders the newest events, each with its number of signups and its status. */
export function RecentEvents({ events, now }: { events: readonly EventListItem[]; now: string }) {
	return (
		<Card aria-labelledby="recent-events">
			<CardHead title="Recent Events" id="recent-events" />
			{events.length === 0 ? (
				<p className={muted}>No events yet.</p>
			) : (
				<ul className={css.list}>
					{events.map((event) => (
						<EventRow key={event.id} event={event} now={new Date(now)} />
					))}
				</ul>
			)}
		</Card>
	);
}

/** The card is too narrow for a countdown. */
const STATUS_TEXTS = { active: 'Active', now: 'Now', cancelled: 'Cancelled', other: 'Completed' } as const;

function EventRow({ event, now }: { event: EventListItem; now: Date }) {
	const { tone } = getEventBadge({ status: event.status, date: new Date(event.date) }, now);
	const { weekday, day } = getTileParts(event.date, EASTERN);
	return (
		<li className={css.row}>
			<time dateTime={event.date} className={css.date}>
				{weekday}
				<b className={css.day}>{day}</b>
			</time>
			<div className={css.text}>
				<Link to={`/events/${event.id}`} className={css.name} title={event.title}>
					<Name>{event.title}</Name>
				</Link>
				<div className={mutedSmall}>
					{event.signup_count} {event.signup_count === 1 ? 'signup' : 'signups'}
				</div>
			</div>
			<Badge {...EVENT_LOOKS[tone]}>{STATUS_TEXTS[tone]}</Badge>
		</li>
	);
}
