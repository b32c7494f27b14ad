import { Megaphone } from 'lucide-react';
import type { AnswerResult } from '~/app/shell/use-answer.ts';
import { joinClasses } from '~/app/ui/classes.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { nextGame } from '~/domain/events/next-game.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EventGrid } from './event-grid.tsx';
import { EventsHero } from './events-hero.tsx';
import * as css from './events-page.css.ts';
import { SignupFailure } from './signup-failure.tsx';

type EventsPageProps = {
	events: readonly EventListItem[];
	banner: string;
	showCountdown: boolean;
	mayCreate: boolean;
	/** The server's time, ISO. */
	now: string;
	/** Of a quick signup without script; said here when the event's card is gone. */
	refusal?: AnswerResult | null;
};

/** The list: hero with the next game, the site's banner, the cards. */
export function EventsPage({ events, banner, showCountdown, mayCreate, now, refusal }: EventsPageProps) {
	const { viewerZone } = useSite();
	const next = showCountdown ? nextGame(events, new Date(now)) : null;
	const isOnCard = events.some(({ id }) => id === refusal?.eventId);
	return (
		<>
			<EventsHero next={next} now={now} viewerZone={viewerZone} mayCreate={mayCreate} />
			<div className={joinClasses(wrap, css.below)}>
				<SiteBanner text={banner} />
				{refusal?.error && !isOnCard && <SignupFailure reason={refusal.error} />}
				<EventGrid {...{ events, now, viewerZone, mayCreate, refusal }} />
			</div>
		</>
	);
}

/** The text that admins set for everybody (setting events_banner); nothing when it is empty. */
function SiteBanner({ text }: { text: string }) {
	if (text.trim() === '') return null;
	return (
		<Notice icon={Megaphone} live={false}>
			{text}
		</Notice>
	);
}
