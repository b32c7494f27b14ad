import { Fragment } from 'react';
import { Link } from 'react-router';
import { Live } from '~/app/shell/live/live.tsx';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { joinClasses } from '~/app/ui/classes.ts';
import { BellRing, Megaphone } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { findNextGame } from '~/domain/events/next-game.ts';
import type { CardEvent } from './card-event.ts';
import { EventGrid } from './event-grid.tsx';
import { EventsHero } from './events-hero.tsx';
import * as css from './events-page.css.ts';
import { PagesNav } from './pages-nav.tsx';
import { MissingCardResult, SignupAnnouncement } from './signup-result.tsx';
import { useQuickSignups } from './use-quick-signups.ts';

type EventsPageProps = {
	events: readonly CardEvent[];
	/** The cursors of the pages with later and with earlier events. */
	next: string | null;
	previous: string | null;
	/** The events of an earlier day that have not ended. */
	running: readonly Pick<CardEvent, 'id' | 'title'>[];
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

/** Renders the text that admins set for all users (setting events_banner), or nothing when it is empty. */
function SiteBanner({ text }: { text: string }) {
	if (text.trim() === '') return null;
	return (
		<Notice icon={Megaphone} live={false}>
			<bdi>{text}</bdi>
		</Notice>
	);
}
