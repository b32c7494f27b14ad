import { Link } from 'react-router';
import { chooseLight } from '~/app/shell/signup-status.ts';
import { EVENT_LOOKS, SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { type SignupResult, useSignup } from '~/app/shell/use-signup.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Counts } from '~/app/ui/counts.tsx';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowRight, Clock, MapPin } from '~/app/ui/icons.ts';
import { ellipsis, hidden, twoLines } from '~/app/ui/text.css.ts';
import { WindowRow } from '~/app/ui/window-row.tsx';
import { WindowTile } from '~/app/ui/window-tile.tsx';
import { eventBadge } from '~/domain/events/badge.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatWeekdayTime, tileParts, zoneLabel } from '~/domain/time/format.ts';
import { chooseCardZone } from '~/domain/time/local-time.ts';
import { UNKNOWN_NAMES } from '~/domain/users/display.ts';
import * as css from './event-card.css.ts';
import { QuickSignup } from './quick-signup.tsx';
import { SignupFailure } from './signup-failure.tsx';

type EventCardProps = {
	event: EventListItem;
	now: Date;
	viewerZone: string | null;
	/** Whether the card's menu opens upwards, for cards in the last row. */
	opensUp?: boolean;
	/** Why the quick signup that this page was rendered for was refused (without script). */
	refusal?: SignupResult | null;
};

/** Renders one event of the list. Its id is the anchor that a quick signup without script returns to. */
export function EventCard({ event: savedEvent, now, viewerZone, opensUp, refusal }: EventCardProps) {
	const { event, failure } = useSignup(savedEvent, refusal);
	const badge = eventBadge({ status: event.status, date: new Date(event.date) }, now);
	const address = `/events/${event.id}`;
	const heading = `event-${event.id}-title`;
	return (
		<Card as="article" lifts id={`event-${event.id}`} aria-labelledby={heading} className={css.card}>
			<div className={css.head}>
				<WindowTile
					{...tileParts(event.date, EASTERN)}
					dateTime={event.date}
					lit={chooseLight(event.user_signup_status)}
				/>
				<div className={css.headText}>
					<Badge {...EVENT_LOOKS[badge.tone]}>{badge.text}</Badge>
					<h3 id={heading} className={css.title}>
						<Link
							to={address}
							className={joinClasses(css.titleLink, event.status === 'cancelled' && css.cancelled)}
						>
							{event.title}
						</Link>
					</h3>
				</div>
			</div>
			<EventFacts event={event} viewerZone={viewerZone} />
			{event.description && <p className={joinClasses(css.description, twoLines)}>{event.description}</p>}
			<SignupCounts event={event} />
			<p className={joinClasses(css.creator, ellipsis)}>by {event.creator_name || UNKNOWN_NAMES.creator}</p>
			{failure && <SignupFailure reason={failure} />}
			<div className={css.foot}>
				<QuickSignup event={savedEvent} opensUp={opensUp} />
				<ButtonLink to={address} variant="link" iconEnd={ArrowRight}>
					View Details<span className={hidden}> of {event.title}</span>
				</ButtonLink>
			</div>
		</Card>
	);
}

function EventFacts({ event, viewerZone }: { event: EventListItem; viewerZone: string | null }) {
	const local = chooseCardZone({ date: new Date(event.date), eventZone: event.timezone, viewerZone });
	return (
		<div className={css.facts}>
			<p className={css.fact}>
				<Icon icon={Clock} label="Time" className={css.factIcon} />
				<span className={css.factText}>
					<time dateTime={event.date} className={css.eastern}>
						{formatWeekdayTime(event.date, EASTERN)} Eastern
					</time>
					{local && (
						<span className={css.local}>
							{formatWeekdayTime(event.date, local.zone)}{' '}
							{local.isViewers ? 'your time' : zoneLabel(local.zone)}
						</span>
					)}
				</span>
			</p>
			{event.location && (
				<p className={css.fact}>
					<Icon icon={MapPin} label="Location" className={css.factIcon} />
					<span className={css.factText}>{event.location}</span>
				</p>
			)}
		</div>
	);
}

function SignupCounts({ event }: { event: EventListItem }) {
	const { confirmed_count: confirmed, tentative_count: tentative, late_count: late } = event;
	const summary = `${confirmed} confirmed, ${tentative} tentative, ${late} late`;
	return (
		<div className={css.signupCounts}>
			<WindowRow lit={confirmed} half={late} open={tentative} label={summary} />
			<Counts
				items={[
					{ ...SIGNUP_LOOKS.confirmed, count: confirmed, word: 'confirmed' },
					{ ...SIGNUP_LOOKS.tentative, count: tentative, word: 'tentative' },
					{ ...SIGNUP_LOOKS.late, count: late, word: 'late' },
				]}
			/>
		</div>
	);
}
