import { Link } from 'react-router';
import * as css from '~/app/routes/admin/admin-page.css.ts';
import { EVENT_LOOKS } from '~/app/shell/status-looks.ts';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { Badge } from '~/app/ui/badge.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowRight } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { muted, mutedSmall, serif, tabular } from '~/app/ui/text.css.ts';
import { getEventBadge } from '~/domain/events/countdown.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { formatNumber, inflect } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import { getTileParts } from '~/domain/time/format.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import type { UserView } from '~/domain/users/schema.ts';

type StatCardProps = {
	title: string;
	/** The number; a dash stands for it while a dialog covers the panel. */
	count: number | undefined;
	to: string;
};

export function StatCard({ title, count, to }: StatCardProps) {
	return (
		<Card bare lifts className={css.stat}>
			<Link to={to} preventScrollReset className={css.statLink}>
				<span className={css.statHead}>
					<span className={css.statTitle}>{title}</span>
					<span className={css.manage}>
						<span className={css.manageWord}>Manage</span> <Icon icon={ArrowRight} size="small" />
					</span>
				</span>
				<span className={joinClasses(css.statCount, serif, tabular)}>
					{count == null ? '–' : formatNumber(count)}
				</span>
			</Link>
		</Card>
	);
}

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
					{event.signup_count} {inflect(event.signup_count, 'signup', 'signups')}
				</div>
			</div>
			<Badge {...EVENT_LOOKS[tone]}>{STATUS_TEXTS[tone]}</Badge>
		</li>
	);
}

export function RecentUsers({ users, now }: { users: readonly UserView[]; now: string }) {
	return (
		<Card aria-labelledby="recent-users">
			<CardHead title="Recent Users" id="recent-users" />
			<ul className={css.list}>
				{users.map((user) => (
					<UserRow key={user.id} user={user} now={now} />
				))}
			</ul>
		</Card>
	);
}

function UserRow({ user, now }: { user: UserView; now: string }) {
	const name = formatDisplayName(user);
	return (
		<li className={css.row}>
			<UserAvatar name={name} user={user} size={40} />
			<div className={css.text}>
				<Name className={css.name} title={name}>
					{name}
				</Name>
				<div className={mutedSmall}>
					{ROLE_LABELS[user.role]}, joined {formatRelative(user.created_at, now, EASTERN)}
				</div>
			</div>
		</li>
	);
}
