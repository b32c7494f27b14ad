import { Link } from 'react-router';
import { EVENT_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { IconLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Pencil } from '~/app/ui/icons.ts';
import { Table, Td, Th, Tr } from '~/app/ui/table.tsx';
import { hidden, muted, textLink } from '~/app/ui/text.css.ts';
import { getEventBadge } from '~/domain/events/badge.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import { buildListHref, type ListAddress } from '../manage/list-address.ts';
import { SortHead } from '../manage/list-parts.tsx';
import * as css from '../manage/manage.css.ts';
import { RowCheck } from '../manage/selection-bar.tsx';
import { SelectionLink } from '../manage/selection-link.tsx';
import type { Selection } from '../manage/use-selection.ts';

/** The order when the address has none. */
export const DEFAULT_SORT = 'upcoming';

type EventsTableProps = {
	base: string;
	address: ListAddress;
	events: readonly EventListItem[];
	selection: Selection;
	now: string;
};

export function EventsTable({ base, address, events, selection, now }: EventsTableProps) {
	if (events.length === 0) return <p className={muted}>No events found.</p>;
	const sortProps = { base, address, isInForm: true, defaultSort: DEFAULT_SORT };
	return (
		<Table
			caption="Events"
			compact
			head={
				<>
					<Th className={css.checkHead}>
						<span className={hidden}>Selected</span>
					</Th>
					<SortHead {...sortProps} field="title" ascending="title" descending="-title">
						Event
					</SortHead>
					<SortHead {...sortProps} field="date" ascending="date" descending="-date">
						Date
					</SortHead>
					<Th>Status</Th>
					<Th>Signups</Th>
					<Th end>Actions</Th>
				</>
			}
		>
			{events.map((event) => (
				<EventRow key={event.id} event={event} selection={selection} now={now} />
			))}
		</Table>
	);
}

type EventRowProps = { event: EventListItem; selection: Selection; now: string };

function EventRow({ event, selection, now }: EventRowProps) {
	const badge = getEventBadge({ status: event.status, date: new Date(event.date) }, new Date(now));
	return (
		<Tr>
			<Td label="Select" className={css.checkCell}>
				<RowCheck id={event.id} label={event.title} selection={selection} />
			</Td>
			<Td rowHead label="Event">
				<span className={css.text}>
					<Link to={`/events/${event.id}`} className={joinClasses(textLink, css.title)} title={event.title}>
						{event.title}
					</Link>
					<div className={css.subtext}>
						by {event.creator_name}
						{event.discord_event_id && ', also on Discord'}
					</div>
				</span>
			</Td>
			<Td label="Date" className={css.date}>
				<time dateTime={event.date}>
					{formatOrdinalDate(event.date, EASTERN)}
					<div className={css.subtext}>{formatTime(event.date, EASTERN)} Eastern</div>
				</time>
			</Td>
			<Td label="Status">
				<Badge {...EVENT_LOOKS[badge.tone]}>{badge.text}</Badge>
			</Td>
			<Td label="Signups">
				<SelectionLink
					to={buildListHref('/admin/signups', {}, { event: event.id })}
					isInForm={false}
					variant="link"
					label={`The signups for ${event.title}: ${event.signup_count}`}
				>
					{event.signup_count}
				</SelectionLink>
			</Td>
			<Td end label="Actions">
				<IconLink to={`/events/${event.id}/edit`} icon={Pencil} label={`Edit ${event.title}`} />
			</Td>
		</Tr>
	);
}
