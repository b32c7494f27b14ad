import { Pencil } from 'lucide-react';
import { Link } from 'react-router';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Badge } from '~/app/ui/badge.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { Table, Td, Th, Tr } from '~/app/ui/table.tsx';
import { hidden, muted, textLink } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { avatarUrl } from '~/domain/people/avatar.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { CarryIcon } from '../manage/carry-link.tsx';
import { type ListAddress, listHref } from '../manage/list-address.ts';
import { SortHead } from '../manage/list-parts.tsx';
import * as css from '../manage/manage.css.ts';
import { RowCheck } from '../manage/selection-bar.tsx';
import type { Selection } from '../manage/use-selection.ts';

type SignupsTableProps = {
	base: string;
	address: ListAddress;
	signups: readonly SignupHistoryView[];
	selection: Selection;
};

export function SignupsTable({ base, address, signups, selection }: SignupsTableProps) {
	if (signups.length === 0) return <p className={muted}>No signups found.</p>;
	const sorted = { base, address, carries: true };
	return (
		<Table
			caption="Signups"
			head={
				<>
					<Th className={css.checkHead}>
						<span className={hidden}>Selected</span>
					</Th>
					<SortHead {...sorted} field="person" up="person" down="-person">
						Person
					</SortHead>
					<SortHead {...sorted} field="date" up="date" down="-date">
						Event
					</SortHead>
					<Th>Status</Th>
					<SortHead {...sorted} field="created" up="oldest" down="newest">
						Answered
					</SortHead>
					<Th end>Actions</Th>
				</>
			}
		>
			{signups.map((signup) => (
				<SignupRow
					key={signup.id}
					{...{ signup, selection }}
					href={listHref(`${base}/${signup.id}`, address)}
				/>
			))}
		</Table>
	);
}

type SignupRowProps = { signup: SignupHistoryView; selection: Selection; href: string };

function SignupRow({ signup, selection, href }: SignupRowProps) {
	const { cdnUrl } = useSite();
	const whose = `the signup of ${signup.username} for ${signup.event_title}`;
	return (
		<Tr>
			<Td label="Select" className={css.checkCell}>
				<RowCheck id={signup.id} label={whose} selection={selection} />
			</Td>
			<Td rowHead label="Person">
				<span className={css.person}>
					<Avatar
						name={signup.username}
						src={avatarUrl({ discordId: signup.discord_id, avatar: signup.avatar, cdnUrl })}
						size={36}
					/>
					<span className={css.words}>
						<span className={css.name}>{signup.username}</span>
						{signup.notes && <span className={css.notes}>{signup.notes}</span>}
					</span>
				</span>
			</Td>
			<Td label="Event">
				<span className={css.words}>
					<Link to={`/events/${signup.event_id}`} className={textLink}>
						{signup.event_title}
					</Link>
					<div className={css.under}>{formatOrdinalDate(signup.event_date, EASTERN)}</div>
				</span>
			</Td>
			<Td label="Status">
				<Badge {...SIGNUP_LOOKS[signup.status]}>{STATUS_LABELS[signup.status]}</Badge>
			</Td>
			<Td label="Answered">{formatOrdinalDate(signup.created_at, EASTERN)}</Td>
			<Td end label="Actions">
				<CarryIcon to={href} icon={Pencil} label={`Edit ${whose}`} />
			</Td>
		</Tr>
	);
}
