import { Link } from 'react-router';
import { ChangeTable } from '~/app/shell/change-table.tsx';
import { OWN_CHANGES } from '~/app/shell/undo-form.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, EmptyState } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { ChevronRight, ChevronsLeft } from '~/app/ui/icons.ts';
import { cardPage, listSteps, spaceBetween, wrap } from '~/app/ui/layout.css.ts';
import { PageHead } from '~/app/ui/page-head.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import type { AuditItem } from '~/domain/audit.ts';
import { guardPage, submit } from '~/server/http/responses.ts';
import { listOwnChanges } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/route.ts';

/** What the user has changed in the last 30 days, with Undo while it is possible. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'audit.listOwn');
	const cursor = url.searchParams.get('cursor') ?? '';
	// A page of the list that does not exist is empty.
	const { result } = await submit(listOwnChanges, context, { read: () => ({ cursor }) });
	return { cursor, changes: result?.changes ?? [], next: result?.next ?? null };
}

export const meta: Route.MetaFunction = () => [{ title: `${OWN_CHANGES.label} · Townbell` }];

const buildAddress = (cursor: string) =>
	cursor === '' ? OWN_CHANGES.to : `${OWN_CHANGES.to}?${new URLSearchParams({ cursor })}`;

export default function OwnChanges({ loaderData: { cursor, changes, next } }: Route.ComponentProps) {
	return (
		<div className={joinClasses(wrap, cardPage)}>
			<PageHead
				title={OWN_CHANGES.label}
				subtitle="What you changed in the last 30 days. Newest first, in Eastern time."
			/>
			<Card>
				{changes.length === 0 ? (
					<EmptyState
						bare
						level={2}
						title="No changes here"
						text="Events, groups, comments and settings that you change appear here for 30 days."
					/>
				) : (
					<ChangeTable
						caption={OWN_CHANGES.label}
						changes={changes}
						back={buildAddress(cursor)}
						renderActor={() => 'You'}
						renderItem={(item, name) => <ItemName item={item} name={name} />}
					/>
				)}
				{(cursor !== '' || next) && (
					<nav className={joinClasses(spaceBetween, listSteps)} aria-label="Pages of your changes">
						{cursor === '' ? (
							<span />
						) : (
							<ButtonLink to={OWN_CHANGES.to} variant="quiet" icon={ChevronsLeft}>
								Newest
							</ButtonLink>
						)}
						{next && (
							<ButtonLink to={buildAddress(next)} iconEnd={ChevronRight}>
								Older
							</ButtonLink>
						)}
					</nav>
				)}
			</Card>
		</div>
	);
}

/** Renders the item's name, as a link to its event while that exists, or to its poll. */
function ItemName({ item, name }: { item: AuditItem; name: string }) {
	const isPoll = item.subject_type === 'poll';
	if (!isPoll && (!item.event || item.event.isDeleted)) return name;
	return (
		<Link to={isPoll ? `/polls/${item.subject_id}` : `/events/${item.event?.id}`} className={textLink}>
			{name}
		</Link>
	);
}
