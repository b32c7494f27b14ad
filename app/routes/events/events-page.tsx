import type { SignupResult } from '~/app/shell/use-signup.ts';
import { joinClasses } from '~/app/ui/classes.ts';
import { Megaphone } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { findNextGame } from '~/domain/events/next-game.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EventGrid } from './event-grid.tsx';
import { EventsHero } from './events-hero.tsx';
import * as css from './events-page.css.ts';
import { SignupFailure } from './signup-failure.tsx';

type EventsPageProps = {
	events: readonly EventListItem[];
	banner: string;
	showCountdown: boolean;
	canCreate: boolean;
	/** The server's time, ISO 8601. */
	now: string;
	/** The refusal of a quick signup without script; shown here when the list no longer has the event's card. */
	refusal?: SignupResult | null;
};

/** Renders the list page: the hero with the next game, the site's banner, and the cards. */
export function EventsPage({ events, banner, showCountdown, canCreate, now, refusal }: EventsPageProps) {
	const { viewerZone } = useSite();
	const next = showCountdown ? findNextGame(events, new Date(now)) : null;
	const isOnCard = events.some(({ id }) => id === refusal?.eventId);
	return (
		<>
			<EventsHero next={next} now={now} viewerZone={viewerZone} canCreate={canCreate} />
			<div className={joinClasses(wrap, css.below)}>
				<SiteBanner text={banner} />
				{refusal?.error && !isOnCard && <SignupFailure reason={refusal.error} />}
				<EventGrid {...{ events, now, viewerZone, canCreate, refusal }} />
			</div>
		</>
	);
}

/** Renders the text that admins set for all users (setting events_banner), or nothing when it is empty. */
function SiteBanner({ text }: { text: string }) {
	if (text.trim() === '') return null;
	return (
		<Notice icon={Megaphone} live={false}>
			{text}
		</Notice>
	);
}
