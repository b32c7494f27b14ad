import { ButtonLink, getButtonClass } from '~/app/ui/button.tsx';
import { EmptyState } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Plus } from '~/app/ui/icons.ts';
import { rowWrap } from '~/app/ui/layout.css.ts';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { Scene } from '~/app/ui/town/scene.tsx';
import { useLinks } from '~/app/ui/use-links.ts';
import { EASTERN } from '~/domain/limits.ts';
import { getZoneLabel } from '~/domain/time/zones.ts';
import { EventCards, type EventCardsProps } from './event-cards.tsx';
import * as css from './events-page.css.ts';
import { PAST_EVENTS } from './past-address.ts';

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
