import { EVENT_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { IconLink } from '~/app/ui/button.tsx';
import { Pencil } from '~/app/ui/icons.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { getEventBadge } from '~/domain/events/countdown.ts';
import type { EventListItem } from '~/domain/events/schema.ts';
import { formatCount } from '~/domain/format-count.ts';
import { BODY_LIMITS, EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate, formatTime } from '~/domain/time/format.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { guardPage, readPageForm } from '~/server/http/responses.ts';
import { listAllEvents, matchEventIds } from '~/server/operations/admin/index.ts';
import { buildListHref, type ListAddress, readAddress } from '../manage/list-address.ts';
import { EventCell, ListTable } from '../manage/list-table.tsx';
import * as css from '../manage/manage.css.ts';
import { handleListButton, readList } from '../manage/selected-list.ts';
import { BulkDeleteButton, SelectionBar } from '../manage/selection-bar.tsx';
import { SelectionLink } from '../manage/selection-link.tsx';
import { type Selection, SelectionList } from '../manage/selection-list.tsx';
import type { Route } from './+types/route.ts';

const BASE = '/admin/events';
const STATUS_TEXTS = { active: 'Active', completed: 'Completed', cancelled: 'Cancelled' };

/** Event management, at its own address, with search, order and page in it; the selection is in the form. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'events.listAll');
	return {
		list: await readList(listAllEvents, context, readAddress(url.searchParams), DEFAULT_SORT),
		selected: url.searchParams.get('selected'),
		now: getRequestFacts(context).now.toISOString(),
	};
}

export async function action({ request, url, context }: Route.ActionArgs) {
	guardPage(context, 'events.listAll');
	const form = await readPageForm(request, BODY_LIMITS.bulk);
	return handleListButton(
		form,
		{ context, url },
		{
			operation: listAllEvents,
			matchAll: matchEventIds,
			failed: ADMIN_TEXTS.eventsFailed,
			defaultSort: DEFAULT_SORT,
		},
	);
}

export default function EventManagement({ loaderData, actionData }: Route.ComponentProps) {
	return (
		<SelectionList
			title="Event Management"
			base={BASE}
			itemName="event"
			failed={ADMIN_TEXTS.eventsFailed}
			search="Search events by title"
			filter={{ name: 'status', label: 'Status', all: 'Every status', options: STATUS_TEXTS }}
			loaded={loaderData}
			result={actionData ?? undefined}
			bar={({ items, total, selection }) => (
				<SelectionBar
					selection={selection}
					pageIds={items.map(({ id }) => id)}
					total={total}
					selected={`${formatCount(selection.count, 'event')} selected`}
				>
					<BulkDeleteButton selection={selection} formAction="/admin/events/delete" />
				</SelectionBar>
			)}
		>
			{({ items, address, selection }) => (
				<EventsTable
					base={BASE}
					address={address}
					events={items}
					selection={selection}
					now={loaderData.now}
				/>
			)}
		</SelectionList>
	);
}

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
