import type { SignupResult } from '~/app/shell/use-signup.ts';
import { ButtonLink } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/empty-state.tsx';
import { Plus } from '~/app/ui/icons.ts';
import { cardGrid } from '~/app/ui/layout.css.ts';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useNow } from '~/app/ui/use-now.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EASTERN, MINUTE_MS } from '~/domain/limits.ts';
import { zoneLabel } from '~/domain/time/format.ts';
import { EventCard } from './event-card.tsx';
import * as css from './event-grid.css.ts';

type EventGridProps = {
	events: readonly EventListItem[];
	now: string;
	viewerZone: string | null;
	canCreate: boolean;
	refusal?: SignupResult | null;
};

/** The last row holds up to three cards, whose menus have no space below them. */
const LAST_ROW = 3;

/** Renders Upcoming Games: a card for each event, or an empty state. */
export function EventGrid({ events, now, viewerZone, canCreate, refusal }: EventGridProps) {
	const currentTime = useNow(now, MINUTE_MS);
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
			<div className={cardGrid}>
				{events.map((event, index) => (
					<EventCard
						key={event.id}
						event={event}
						now={currentTime}
						viewerZone={viewerZone}
						opensUp={index >= LAST_ROW && index >= events.length - LAST_ROW}
						refusal={refusal}
					/>
				))}
			</div>
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
				canCreate && (
					<ButtonLink to="/create-event" icon={Plus} variant="primary">
						Create Event
					</ButtonLink>
				)
			}
		/>
	);
}
