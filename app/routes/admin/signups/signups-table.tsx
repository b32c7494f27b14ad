import { Link } from 'react-router';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Badge } from '~/app/ui/badge.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Pencil } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { Table, Td, Th, Tr } from '~/app/ui/table.tsx';
import { hidden, muted, textLink } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { describeWaiting } from '~/domain/places/texts.ts';
import { getVisibleNotes } from '~/domain/signups/notes.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { buildAvatarUrl } from '~/domain/users/avatar.ts';
import { buildListHref, type ListAddress } from '../manage/list-address.ts';
import { SortHead } from '../manage/list-parts.tsx';
import * as css from '../manage/manage.css.ts';
import { RowCheck } from '../manage/selection-bar.tsx';
import { SelectionIconLink } from '../manage/selection-link.tsx';
import type { Selection } from '../manage/use-selection.ts';

type SignupsTableProps = {
	base: string;
	address: ListAddress;
	signups: readonly SignupHistoryView[];
	selection: Selection;
};

export function SignupsTable({ base, address, signups, selection }: SignupsTableProps) {
	if (signups.length === 0) return <p className={muted}>No signups found.</p>;
	const sortProps = { base, address, isInForm: true };
	const isOneEvent = address.event !== undefined;
	return (
		<Table
			caption="Signups"
			compact
			head={
				<>
					<Th className={css.checkHead}>
						<span className={hidden}>Selected</span>
					</Th>
					<SortHead {...sortProps} field="person" ascending="person" descending="-person">
						User
					</SortHead>
					{!isOneEvent && (
						<SortHead {...sortProps} field="date" ascending="date" descending="-date">
							Event
						</SortHead>
					)}
					<Th>Status</Th>
					<SortHead {...sortProps} field="created" ascending="oldest" descending="newest">
						Signed up
					</SortHead>
					<Th end>Actions</Th>
				</>
			}
		>
			{signups.map((signup) => (
				<SignupRow
					key={signup.id}
					signup={signup}
					selection={selection}
					isOneEvent={isOneEvent}
					href={buildListHref(`${base}/${signup.id}`, address)}
				/>
			))}
		</Table>
	);
}

type SignupRowProps = { signup: SignupHistoryView; selection: Selection; isOneEvent: boolean; href: string };

function SignupRow({ signup, selection, isOneEvent, href }: SignupRowProps) {
	const { cdnUrl } = useSite();
	const signupName = `${signup.username}’s signup for ${signup.event_title}`;
	const notes = getVisibleNotes(signup.notes);
	const place = describeWaiting(signup) ?? (signup.place === 'placed' ? 'Has a place' : null);
	return (
		<Tr>
			<Td label="Select" className={css.checkCell}>
				<RowCheck id={signup.id} label={signupName} selection={selection} />
			</Td>
			<Td rowHead label="User">
				<span className={css.user}>
					<Avatar
						name={signup.username}
						src={buildAvatarUrl({ discordId: signup.discord_id, avatar: signup.avatar, cdnUrl })}
						size={36}
					/>
					<span className={css.text}>
						<span className={joinClasses(css.name, css.title)}>{signup.username}</span>
						{notes && <span className={css.notes}>{notes}</span>}
					</span>
				</span>
			</Td>
			{!isOneEvent && (
				<Td label="Event">
					<span className={css.text}>
						<Link
							to={`/events/${signup.event_id}`}
							className={joinClasses(textLink, css.title)}
							title={signup.event_title}
						>
							{signup.event_title}
						</Link>
						<div className={css.subtext}>{formatOrdinalDate(signup.event_date, EASTERN)}</div>
					</span>
				</Td>
			)}
			<Td label="Status">
				<Badge {...SIGNUP_LOOKS[signup.status]}>{STATUS_LABELS[signup.status]}</Badge>
				{place && (
					<div className={css.subtext}>
						<Link
							to={`/events/${signup.event_id}/signups/${signup.id}`}
							aria-label={`${place}: change the place of ${signupName}`}
							className={textLink}
						>
							{place}
						</Link>
					</div>
				)}
			</Td>
			<Td label="Signed up" className={css.date}>
				{formatOrdinalDate(signup.created_at, EASTERN)}
			</Td>
			<Td end label="Actions">
				<SelectionIconLink to={href} icon={Pencil} label={`Edit ${signupName}`} />
			</Td>
		</Tr>
	);
}
