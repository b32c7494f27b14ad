import { Form } from 'react-router';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/card.tsx';
import { wrap } from '~/app/ui/layout.css.ts';
import { Announcement } from '~/app/ui/notice.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useShownQuery } from '~/app/ui/use-shown-query.ts';
import { formatCount } from '~/domain/format-count.ts';
import { TEXT_LIMITS } from '~/domain/limits.ts';
import type { CardEvent } from './card-event.ts';
import { EventCards } from './event-cards.tsx';
import * as css from './events-page.css.ts';
import { PAST_EVENTS, PagesNav, toPastAddress } from './pages-nav.tsx';
import { useQuickSignups } from './quick-signup.tsx';
import { MissingCardResult, SignupAnnouncement } from './signup-result.tsx';

type PastEventsPageProps = {
	events: readonly CardEvent[];
	/** The words that the titles contain; '' for all events. */
	q: string;
	/** The cursors of the pages with earlier and with later events. */
	next: string | null;
	previous: string | null;
	/** The server's time, ISO 8601. */
	now: string;
	/** Why a quick signup without script was refused, or what is asked after it. */
	response?: SignupResult | null;
};

/** Renders the past events by month, newest first, with a search by title. */
export function PastEventsPage({
	events: savedEvents,
	q,
	next,
	previous,
	now,
	response,
}: PastEventsPageProps) {
	const { viewerZone } = useSite();
	const { events, signups } = useQuickSignups(savedEvents);
	return (
		<div className={wrap}>
			<BackLink to="/events">Upcoming events</BackLink>
			<PageHead title="Past events" subtitle="Every event so far, newest first." />
			<SignupAnnouncement event={signups.lastEvent} />
			<div className={css.past}>
				<Form method="get" action="/events" role="search" className={css.search}>
					<input type="hidden" name="view" value="past" />
					<label className={css.searchLabel}>
						Search past events by title
						<input
							ref={useShownQuery(q)}
							type="search"
							name="q"
							autoComplete="off"
							maxLength={TEXT_LIMITS.search}
							defaultValue={q}
							className={css.searchField}
						/>
					</label>
					<Button>Search</Button>
				</Form>
				<Announcement>{describeResult(q, events.length)}</Announcement>
				<MissingCardResult events={events} response={response} />
				{events.length === 0 ? (
					<NoPastEvents q={q} />
				) : (
					<EventCards
						events={events}
						signups={signups}
						now={now}
						viewerZone={viewerZone}
						response={response}
						isPast
					/>
				)}
				<PagesNav next={next} previous={previous} base={toPastAddress(q)} labels={PAGE_LABELS} />
			</div>
		</div>
	);
}

const PAGE_LABELS = { next: 'Earlier events', previous: 'Later events' };

function describeResult(q: string, count: number): string {
	if (count === 0) return titleWithout(q);
	return `${formatCount(count, 'past event')} on this page${q ? ` for “${q}”` : ''}.`;
}

const titleWithout = (q: string) => (q ? `No past event is called “${q}”` : 'No past events yet');

function NoPastEvents({ q }: { q: string }) {
	return (
		<EmptyState
			title={titleWithout(q)}
			text={
				q ? 'Check the spelling, or search for one word of the title.' : 'Events move here the day after.'
			}
			drawing={<Scene name="empty" fill />}
			action={q && <ButtonLink to={PAST_EVENTS}>Show all past events</ButtonLink>}
		/>
	);
}
