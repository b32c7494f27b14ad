import { EVENT_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { IconLink } from '~/app/ui/button.tsx';
import { Pencil } from '~/app/ui/icons.ts';
import { getEventBadge } from '~/domain/events/countdown.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import { buildListHref, type ListAddress } from '../manage/list-address.ts';
import { EventCell, ListTable } from '../manage/list-table.tsx';
import * as css from '../manage/manage.css.ts';
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
	return (
		<ListTable
			caption="Events"
			base={base}
			address={address}
			defaultSort={DEFAULT_SORT}
			rows={events}
			select={{ selection, getLabel: (event) => event.title }}
			columns={[
				{
					label: 'Event',
					sort: 'title',
					isRowHead: true,
					cell: (event) => (
						<EventCell eventId={event.id} title={event.title}>
							by {event.creator_name}
							{event.discord_event_id && ', also on Discord'}
						</EventCell>
					),
				},
				{
					label: 'Date',
					sort: 'date',
					className: css.date,
					cell: (event) => (
						<time dateTime={event.date}>
							{formatOrdinalDate(event.date, EASTERN)}
							<div className={css.subtext}>{formatTime(event.date, EASTERN)} Eastern</div>
						</time>
					),
				},
				{ label: 'Status', cell: (event) => <StatusBadge event={event} now={now} /> },
				{
					label: 'Signups',
					cell: (event) => (
						<SelectionLink
							to={buildListHref('/admin/signups', {}, { event: event.id })}
							isInForm={false}
							variant="link"
							label={`The signups for ${event.title}: ${event.signup_count}`}
						>
							{event.signup_count}
						</SelectionLink>
					),
				},
				{
					label: 'Actions',
					end: true,
					cell: (event) => (
						<IconLink to={`/events/${event.id}/edit`} icon={Pencil} label={`Edit ${event.title}`} />
					),
				},
			]}
		/>
	);
}

function StatusBadge({ event, now }: { event: EventListItem; now: string }) {
	const badge = getEventBadge({ status: event.status, date: new Date(event.date) }, new Date(now));
	return <Badge {...EVENT_LOOKS[badge.tone]}>{badge.text}</Badge>;
}
