import { useRef } from 'react';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { ButtonLink } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/empty-state.tsx';
import { Plus } from '~/app/ui/icons.ts';
import { cardGrid } from '~/app/ui/layout.css.ts';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useDismiss } from '~/app/ui/use-dismiss.ts';
import { useLinks } from '~/app/ui/use-links.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { EASTERN, MINUTE_MS } from '~/domain/limits.ts';
import { zoneLabel } from '~/domain/time/format.ts';
import type { CardEvent } from './card-event.ts';
import { EventCard } from './event-card.tsx';
import * as css from './event-grid.css.ts';
import type { QuickSignups } from './use-quick-signups.ts';

type EventGridProps = {
	events: readonly CardEvent[];
	signups: QuickSignups;
	now: string;
	viewerZone: string | null;
	canCreate: boolean;
	refusal?: SignupResult | null;
};

/** The last row holds up to three cards, whose menus have no space below them. */
const LAST_ROW = 3;

/** Renders Upcoming Games: a card for each event, or an empty state. */
export function EventGrid({ canCreate, ...cards }: EventGridProps) {
	const { events, viewerZone } = cards;
	if (events.length === 0) return <NoEvents canCreate={canCreate} />;
	return (
		<section aria-labelledby="upcoming-games">
			<div className={css.head}>
				<h2 id="upcoming-games">Upcoming Games</h2>
				<p className={mutedSmall}>
					{viewerZone && viewerZone !== EASTERN
						? `Times are shown in Eastern Time and in yours (${zoneLabel(viewerZone)})`
						: 'Times are shown in Eastern Time'}
				</p>
			</div>
			<Cards {...cards} />
		</section>
	);
}

/** Renders the cards. What needs a hook is here, once for all of them. */
function Cards({ events, now, ...shared }: Omit<EventGridProps, 'canCreate'>) {
	const currentTime = useNow(now, MINUTE_MS);
	const linkTo = useLinks();
	const grid = useRef<HTMLDivElement>(null);
	useDismiss(grid);
	return (
		<div ref={grid} className={cardGrid}>
			{events.map((event, index) => (
				<EventCard
					key={event.id}
					event={event}
					now={currentTime}
					linkTo={linkTo}
					opensUp={index >= LAST_ROW && index >= events.length - LAST_ROW}
					{...shared}
				/>
			))}
		</div>
	);
}

function NoEvents({ canCreate }: { canCreate: boolean }) {
	return (
		<EmptyState
			title="No upcoming events found"
			text="No upcoming events are currently available."
			drawing={<Scene name="empty" fill />}
			action={
				canCreate && (
					<ButtonLink to="/create-event" icon={Plus} variant="primary">
						Create Event
					</ButtonLink>
				)
			}
		/>
	);
}
