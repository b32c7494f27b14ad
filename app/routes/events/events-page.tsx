import { Fragment } from 'react';
import { Link } from 'react-router';
import { Live } from '~/app/shell/live/live.tsx';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { ButtonLink, getButtonClass } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { BellRing, CalendarDays, Megaphone, Plus } from '~/app/ui/icons.ts';
import { plainList, rowWrap, wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { mutedSmall, textLink } from '~/app/ui/text.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useLinks } from '~/app/ui/use-links.ts';
import { findNextGame } from '~/domain/events/next-game.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import type { ListedPoll } from '~/server/operations/kernel/poll-rows.ts';
import type { CardEvent } from './card-event.ts';
import { EventCards, type EventCardsProps } from './event-cards.tsx';
import { EventsHero } from './events-hero.tsx';
import * as css from './events-page.css.ts';
import { PAST_EVENTS, PagesNav } from './pages-nav.tsx';
import { useQuickSignups } from './quick-signup.tsx';
import { MissingCardResult, SignupAnnouncement } from './signup-result.tsx';

type EventsPageProps = {
	events: readonly CardEvent[];
	/** The cursors of the pages with later and with earlier events. */
	next: string | null;
	previous: string | null;
	/** The events of an earlier day that have not ended. */
	running: readonly Pick<CardEvent, 'id' | 'title'>[];
	polls: readonly ListedPoll[];
	banner: string;
	showCountdown: boolean;
	canCreate: boolean;
	/** The server's time, ISO 8601. */
	now: string;
	/** Where in the log of changes the events were read. */
	position: string;
	/** Why a quick signup without script was refused, or what is asked after it. */
	response?: SignupResult | null;
};

/** Renders the list page: the hero with the next game (on the first page), the site's banner, and the cards. */
export function EventsPage({
	events: savedEvents,
	next,
	previous,
	running,
	polls,
	banner,
	showCountdown,
	canCreate,
	now,
	position,
	response,
}: EventsPageProps) {
	const { viewerZone } = useSite();
	const { events, signups } = useQuickSignups(savedEvents);
	const nextGame = showCountdown && previous === null ? findNextGame(events, new Date(now)) : null;
	const isForHero = response?.place === 'hero' && response.eventId === nextGame?.id;
	const cardResponse = isForHero ? null : response;
	return (
		<>
			<EventsHero
				next={nextGame}
				signups={signups}
				now={now}
				viewerZone={viewerZone}
				canCreate={canCreate}
				response={isForHero ? response : null}
			/>
			<SignupAnnouncement event={signups.lastEvent} />
			<Live eventId={null} position={position} shown={savedEvents} />
			<div className={joinClasses(wrap, css.below)}>
				<SiteBanner text={banner} />
				<RunningEvents events={running} />
				<OpenPolls polls={polls} now={now} />
				<MissingCardResult events={events} response={cardResponse} />
				{/* On phones the hero stands for the first whole card. */}
				<EventGrid
					events={events}
					signups={signups}
					now={now}
					viewerZone={viewerZone}
					canCreate={canCreate}
					response={cardResponse}
					isFirstFull={nextGame === null}
				/>
				<PagesNav next={next} previous={previous} base="/events" labels={PAGE_LABELS} />
			</div>
		</>
	);
}

const PAGE_LABELS = { next: 'Later events', previous: 'Earlier events' };

/** Renders the links to the events that began on an earlier day and have not ended, which the list no longer has. */
function RunningEvents({ events }: { events: EventsPageProps['running'] }) {
	if (events.length === 0) return null;
	return (
		<Notice icon={BellRing} title="Running now:" live={false}>
			{events.map(({ id, title }, index) => (
				<Fragment key={id}>
					{index > 0 && ', '}
					<Link to={`/events/${id}`} className={textLink}>
						<Name>{title}</Name>
					</Link>
				</Fragment>
			))}
		</Notice>
	);
}

/** Renders the links to the events whose date is open. Creators also see those that wait for their choice. */
function OpenPolls({ polls, now }: Pick<EventsPageProps, 'polls' | 'now'>) {
	if (polls.length === 0) return null;
	return (
		<Notice icon={CalendarDays} title="Find a date" live={false}>
			<ul className={joinClasses(plainList, css.polls)}>
				{polls.map(({ id, title, answer_by: answerBy, has_answered: hasAnswered }) => (
					<li key={id}>
						<Link to={`/polls/${id}`} className={textLink}>
							<Name>{title}</Name>
						</Link>
						{new Date(answerBy) > new Date(now)
							? `: ${hasAnswered ? 'You answered' : "You haven't answered yet"}. Answer by ${formatDateTimeShort(answerBy, EASTERN)} Eastern.`
							: ': Choose a date.'}
					</li>
				))}
			</ul>
		</Notice>
	);
}

/** Renders the text that admins set for all users (setting events_banner), or nothing when it is empty. */
function SiteBanner({ text }: { text: string }) {
	if (text.trim() === '') return null;
	return (
		<Notice icon={Megaphone} live={false}>
			<bdi>{text}</bdi>
		</Notice>
	);
}

const PAST_LINK = getButtonClass({ variant: 'link' }, css.gridPast);

/** Renders Upcoming Games: a card for each event, or an empty state. */
export function EventGrid({ canCreate, ...cards }: EventCardsProps & { canCreate: boolean }) {
	const { events, viewerZone } = cards;
	const linkTo = useLinks();
	const pastLink = linkTo(PAST_EVENTS);
	if (events.length === 0) return <NoEvents canCreate={canCreate} />;
	return (
		<section aria-labelledby="upcoming-games">
			<div className={css.gridHead}>
				<h2 id="upcoming-games">Upcoming Games</h2>
				<div className={css.gridTools}>
					<p className={joinClasses(mutedSmall, css.gridZones)}>
						{viewerZone && viewerZone !== EASTERN
							? `Times are in Eastern Time and yours (${getZoneLabel(viewerZone)})`
							: 'Times are in Eastern Time'}
					</p>
					<a {...linkTo('/profile#calendar')} className={PAST_LINK}>
						Subscribe to calendar in your profile
					</a>
					<a {...pastLink} className={PAST_LINK}>
						Past events
					</a>
				</div>
			</div>
			<EventCards {...cards} />
		</section>
	);
}

function NoEvents({ canCreate }: { canCreate: boolean }) {
	return (
		<EmptyState
			title="No upcoming events found"
			text="No upcoming events are currently available."
			drawing={<Scene name="empty" fill />}
			action={
				<div className={rowWrap}>
					{canCreate && (
						<ButtonLink to="/create-event" icon={Plus} variant="primary">
							Create Event
						</ButtonLink>
					)}
					<ButtonLink to={PAST_EVENTS}>Past events</ButtonLink>
				</div>
			}
		/>
	);
}
