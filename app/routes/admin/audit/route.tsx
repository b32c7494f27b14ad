import { Link } from 'react-router';
import { ChangeTable } from '~/app/shell/change-table.tsx';
import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, EmptyState } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { ChevronRight, ChevronsLeft } from '~/app/ui/icons.ts';
import { cardPage, listSteps, spaceBetween, wrap } from '~/app/ui/layout.css.ts';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import type { AuditChange, AuditItem } from '~/domain/audit.ts';
import { describeActor } from '~/domain/audit-sentences.ts';
import { guardPage, load, submit } from '~/server/http/responses.ts';
import { listAuditChanges, readAuditChoices } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/route.ts';
import { AuditFilter, type AuditFilterValues, buildAuditAddress, readFilter } from './audit-filter.tsx';

/** The audit trail: who did what, to which target, and when. Filter and list position are in the address. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'audit.list');
	const query = Object.fromEntries(url.searchParams);
	const choices = await load(readAuditChoices, context);
	const { result, refusal } = await submit(listAuditChanges, context, { read: () => query });
	return {
		choices,
		filter: readFilter(url.searchParams),
		isFirst: !url.searchParams.has('cursor'),
		changes: result?.changes ?? [],
		next: result?.next ?? null,
		errors: refusal?.fieldErrors ?? null,
	};
}

export const meta: Route.MetaFunction = () => [{ title: 'Audit trail · Townbell' }];

export default function Audit({ loaderData }: Route.ComponentProps) {
	const { choices, filter, isFirst, changes, next, errors } = loaderData;
	const isFiltered = buildAuditAddress(filter) !== buildAuditAddress({});
	return (
		<div className={joinClasses(wrap, cardPage)}>
			<BackLink to="/admin">Back to Admin</BackLink>
			<PageHead title="Audit trail" subtitle="Who changed what, and when. Newest first, in Eastern time." />
			<AuditFilter choices={choices} filter={filter} errors={errors ?? {}} isOpen={isFiltered} />
			<Card>
				{changes.length === 0 ? (
					<EmptyState
						bare
						level={2}
						title={errors ? "Can't run this filter" : isFiltered ? 'No matching changes' : 'No changes yet'}
						text={errors && 'Check the filters above.'}
					/>
				) : (
					<ChangeTable
						caption="Audit trail"
						changes={changes}
						back={buildAuditAddress(filter)}
						renderActor={(change) => <ActorLink change={change} filter={filter} />}
						hint="To find another one, filter by its kind and ID."
						renderItem={(item, name) => <ItemLink item={item} name={name} />}
					/>
				)}
				<nav className={joinClasses(spaceBetween, listSteps)} aria-label="Pages of the trail">
					{isFirst ? (
						<span />
					) : (
						<ButtonLink to={buildAuditAddress(filter)} variant="quiet" icon={ChevronsLeft}>
							Newest
						</ButtonLink>
					)}
					{next && (
						<ButtonLink to={buildAuditAddress(filter, next)} iconEnd={ChevronRight}>
							Older
						</ButtonLink>
					)}
				</nav>
			</Card>
		</div>
	);
}

const ActorLink = ({ change, filter }: { change: AuditChange; filter: AuditFilterValues }) => (
	<Link to={buildAuditAddress({ ...filter, actor: change.actor_id ?? 'program' })} className={textLink}>
		{describeActor(change)}
	</Link>
);

const ItemLink = ({ item, name }: { item: AuditItem; name: string }) => (
	<Link
		to={buildAuditAddress({ subjectType: item.subject_type, subjectId: item.subject_id ?? '' })}
		className={textLink}
	>
		{name}
	</Link>
);
