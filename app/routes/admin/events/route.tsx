import { Trash2 } from '~/app/ui/icons.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { formatCount } from '~/domain/format-count.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { guardPage, readPageForm } from '~/server/http/responses.ts';
import { listAllEvents, matchEventIds } from '~/server/operations/admin/index.ts';
import { readAddress } from '../manage/list-address.ts';
import { handleListButton, readList } from '../manage/selected-list.ts';
import { BulkButton, SelectionBar } from '../manage/selection-bar.tsx';
import { SelectionList } from '../manage/selection-list.tsx';
import type { Route } from './+types/route.ts';
import { DEFAULT_SORT, EventsTable } from './events-table.tsx';

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
					<BulkButton
						selection={selection}
						name="intent"
						value="keep"
						formAction="/admin/events/delete"
						variant="danger"
						icon={Trash2}
						formNoValidate
					>
						Delete
					</BulkButton>
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
