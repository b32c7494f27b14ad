import { Link } from 'react-router';
import { buildPlaceHref } from '~/app/routes/event/place-address.ts';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Badge } from '~/app/ui/badge.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Pencil } from '~/app/ui/icons.ts';
import { textLink } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { getVisibleNotes } from '~/domain/signups/notes.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { getPlayerStanding, labelStanding } from '~/domain/signups/standing.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { buildListHref, type ListAddress } from '../manage/list-address.ts';
import { type Column, EventCell, ListTable, UserCell } from '../manage/list-table.tsx';
import * as css from '../manage/manage.css.ts';
import { SelectionIconLink } from '../manage/selection-link.tsx';
import type { Selection } from '../manage/selection-list.tsx';

type SignupsTableProps = {
	base: string;
	address: ListAddress;
	signups: readonly SignupHistoryView[];
	selection: Selection;
};

const getLabel = (signup: SignupHistoryView) => `${signup.username}’s signup for ${signup.event_title}`;

const EVENT_COLUMN: Column<SignupHistoryView> = {
	label: 'Event',
	sort: 'date',
	className: css.growing,
	cell: (signup) => (
		<EventCell eventId={signup.event_id} title={signup.event_title}>
			{formatOrdinalDate(signup.event_date, EASTERN)}
		</EventCell>
	),
};

export function SignupsTable({ base, address, signups, selection }: SignupsTableProps) {
	return (
		<ListTable
			caption="Signups"
			base={base}
			address={address}
			rows={signups}
			select={{ selection, getLabel }}
			columns={[
				{
					label: 'User',
					sort: 'person',
					isRowHead: true,
					cell: (signup) => <SignedUpUser signup={signup} />,
				},
				...(address.event === undefined ? [EVENT_COLUMN] : []),
				{ label: 'Status', cell: (signup) => <Status signup={signup} /> },
				{
					label: 'Signed up',
					sort: 'created',
					className: joinClasses(css.date, address.event === undefined && css.wideOnly),
					cell: (signup) => formatOrdinalDate(signup.created_at, EASTERN),
				},
				{
					label: 'Actions',
					end: true,
					cell: (signup) => (
						<SelectionIconLink
							to={buildListHref(`${base}/${signup.id}`, address)}
							icon={Pencil}
							label={`Edit ${getLabel(signup)}`}
						/>
					),
				},
			]}
		/>
	);
}

function SignedUpUser({ signup }: { signup: SignupHistoryView }) {
	const notes = getVisibleNotes(signup.notes);
	return (
		<UserCell name={signup.username} user={signup}>
			{notes && <bdi className={css.notes}>{notes}</bdi>}
		</UserCell>
	);
}

/** Renders the status, and below it where the player stands, when places are limited. */
function Status({ signup }: { signup: SignupHistoryView }) {
	const standing = getPlayerStanding(signup);
	const place = standing.kind === 'placed' ? 'Has a place' : signup.place && labelStanding(standing);
	return (
		<>
			<Badge {...SIGNUP_LOOKS[signup.status]}>{STATUS_LABELS[signup.status]}</Badge>
			{place && (
				<div className={css.subtext}>
					<Link
						to={buildPlaceHref(signup.event_id, signup.id)}
						aria-label={`${place}: change the place of ${getLabel(signup)}`}
						className={textLink}
					>
						{place}
					</Link>
				</div>
			)}
		</>
	);
}
