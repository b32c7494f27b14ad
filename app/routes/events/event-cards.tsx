import { type ReactNode, useRef } from 'react';
import type { SignupResult } from '~/app/shell/use-signup.ts';
import { joinClasses } from '~/app/ui/classes.ts';
import { cardGrid } from '~/app/ui/layout.css.ts';
import { useDismiss } from '~/app/ui/use-dismiss.ts';
import { useLinks } from '~/app/ui/use-links.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { EASTERN, MINUTE_MS } from '~/domain/limits.ts';
import { formatMonth } from '~/domain/time/format.ts';
import { formatWeek } from '~/domain/time/week.ts';
import type { CardEvent } from './card-event.ts';
import { EventCard } from './event-card.tsx';
import * as css from './event-grid.css.ts';
import type { QuickSignups } from './use-quick-signups.ts';

export type EventCardsProps = {
	events: readonly CardEvent[];
	signups: QuickSignups;
	now: string;
	viewerZone: string | null;
	refusal?: SignupResult | null;
	/** Whether the first card is a whole card on phones too; all others are compact rows there. */
	isFirstFull?: boolean;
	/** Whether the events are past ones, under a heading for each month instead of each week. */
	isPast?: boolean;
};

/** The last row holds up to three cards, whose menus have no space below them. */
const LAST_ROW = 3;

/** Renders the cards, with headings between them. What needs a hook is here, once for all of them. */
export function EventCards({ events, now, isFirstFull, isPast, ...shared }: EventCardsProps) {
	const currentTime = useNow(now, MINUTE_MS);
	const linkTo = useLinks();
	const grid = useRef<HTMLDivElement>(null);
	useDismiss(grid);
	const cards: ReactNode[] = [];
	let heading = '';
	for (const [index, event] of events.entries()) {
		const nextHeading = isPast
			? formatMonth(event.date, EASTERN)
			: formatWeek(event.date, currentTime, EASTERN);
		if (nextHeading !== heading) {
			heading = nextHeading;
			cards.push(
				isPast ? <MonthHeading key={heading} text={heading} /> : <WeekHeading key={heading} text={heading} />,
			);
		}
		cards.push(
			<EventCard
				key={event.id}
				event={event}
				now={currentTime}
				linkTo={linkTo}
				opensUp={index >= LAST_ROW && index >= events.length - LAST_ROW}
				isCompact={index > 0 || !isFirstFull}
				{...shared}
			/>,
		);
	}
	return (
		<div ref={grid} className={GRID}>
			{cards}
		</div>
	);
}

const GRID = joinClasses(cardGrid, css.cards);
const WeekHeading = ({ text }: { text: string }) => <p className={css.week}>{text}</p>;
const MonthHeading = ({ text }: { text: string }) => <h2 className={css.month}>{text}</h2>;
