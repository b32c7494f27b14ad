import { Fragment, useRef } from 'react';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { useCachedHtml } from '~/app/ui/cached-html.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { cardGrid } from '~/app/ui/layout.css.ts';
import { useLinks } from '~/app/ui/use-links.ts';
import { useMenus } from '~/app/ui/use-menus.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { getEventBadge } from '~/domain/events/countdown.ts';
import { EASTERN, MINUTE_MS } from '~/domain/limits.ts';
import { formatMonth } from '~/domain/time/format.ts';
import { formatWeek } from '~/domain/time/week.ts';
import type { CardEvent } from './card-event.ts';
import { EventCard } from './event-card.tsx';
import * as css from './events-page.css.ts';
import type { QuickSignups } from './quick-signup.tsx';

export type EventCardsProps = {
	events: readonly CardEvent[];
	signups: QuickSignups;
	now: string;
	viewerZone: string | null;
	response?: SignupResult | null;
	/** Whether the first card is a whole card on phones too; all others are compact rows there. */
	isFirstFull?: boolean;
	/** Whether the events are past ones, under a heading for each month instead of each week. */
	isPast?: boolean;
};

/** The last row holds up to three cards, whose menus have no space below them. */
const LAST_ROW = 3;

/** Renders the cards, with headings between them. What needs a hook is here, once for all of them. */
export function EventCards({
	events,
	signups,
	now,
	viewerZone,
	response,
	isFirstFull,
	isPast,
}: EventCardsProps) {
	const currentTime = useNow(now, MINUTE_MS);
	const linkTo = useLinks();
	const grid = useRef<HTMLDivElement>(null);
	useMenus(grid);
	const renderCached = useCachedHtml();
	const rows = events.map((event, index) => {
		const { status } = event;
		const date = new Date(event.date);
		const heading = isPast ? formatMonth(event.date, EASTERN) : formatWeek(event.date, currentTime, EASTERN);
		const card = {
			event,
			viewerZone,
			action: signups.action,
			badge: getEventBadge({ status, date }, currentTime),
			opensUp: index >= LAST_ROW && index >= events.length - LAST_ROW,
			isCompact: index > 0 || !isFirstFull,
		};
		return { heading, card };
	});
	const Heading = isPast ? MonthHeading : WeekHeading;
	const isNew = (index: number) => rows[index]?.heading !== rows[index - 1]?.heading;
	// The page of a refused quick signup is rare, and says why in a card.
	if (renderCached && !response) {
		const html = rows.map(
			({ heading, card }, index) =>
				(isNew(index) ? renderCached(Heading, { text: heading }) : '') + renderCached(EventCard, card),
		);
		return <div ref={grid} className={GRID} dangerouslySetInnerHTML={{ __html: html.join('') }} />;
	}
	return (
		<div ref={grid} className={GRID}>
			{rows.map(({ heading, card }, index) => (
				<Fragment key={card.event.id}>
					{isNew(index) && <Heading text={heading} />}
					<EventCard {...card} page={{ signups, linkTo, response }} />
				</Fragment>
			))}
		</div>
	);
}

const GRID = joinClasses(cardGrid, css.gridCards);
const WeekHeading = ({ text }: { text: string }) => <p className={css.gridWeek}>{text}</p>;
const MonthHeading = ({ text }: { text: string }) => <h2 className={css.gridMonth}>{text}</h2>;
