import { IconLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Options, Select } from '~/app/ui/field.tsx';
import { Trash2 } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { muted } from '~/app/ui/text.css.ts';
import type { AdminUserView } from '~/domain/admin/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS, ROLES } from '~/domain/users/roles.ts';
import { buildListHref, type ListAddress } from '../manage/list-address.ts';
import { ListTable, UserCell } from '../manage/list-table.tsx';
import * as css from '../manage/manage.css.ts';
import { ROLE_FIELD, type RoleChoices, SHOWN_ROLE_FIELD } from './roles.tsx';

type UsersTableProps = {
	base: string;
	address: ListAddress;
	users: readonly AdminUserView[];
	/** The viewer's id: users cannot delete themselves here. */
	ownId: string;
	/** The roles that were chosen and are not saved yet. */
	choices: RoleChoices;
};

export function UsersTable({ base, address, users, ownId, choices }: UsersTableProps) {
	return (
		<ListTable
			caption="Users"
			base={base}
			address={address}
			rows={users}
			columns={[
				{
					label: 'User',
					sort: 'name',
					isRowHead: true,
					className: css.wholeLine,
					cell: (user) => {
						const name = formatDisplayName(user);
						return (
							<UserCell name={name} user={user}>
								{user.id === ownId && <span className={muted}> (You)</span>}
								<div className={joinClasses(css.subtext, css.title)}>
									{name !== user.username && <Name>{user.username}</Name>}
									<span className={css.phoneOnly}>
										{name !== user.username && ' · '}
										Joined {formatOrdinalDate(user.created_at, EASTERN)}
									</span>
								</div>
							</UserCell>
						);
					},
				},
				{
					label: 'Signups',
					className: css.growing,
					cell: (user) => (
						<span className={css.count}>
							{user.total_signups}
							<div className={css.subtext}>of which {user.confirmed_signups} confirmed</div>
						</span>
					),
				},
				{
					label: 'Joined',
					sort: 'created',
					className: joinClasses(css.date, css.wideOnly),
					cell: (user) => formatOrdinalDate(user.created_at, EASTERN),
				},
				{
					label: 'Role',
					cell: (user) => <RoleSelect user={user} choice={choices[user.id]?.role} />,
				},
				{
					label: 'Actions',
					end: true,
					cell: (user) =>
						user.id === ownId ? (
							<span className={muted}>–</span>
						) : (
							<IconLink
								to={`${buildListHref(`${base}/delete`, address)}${Object.keys(address).length > 0 ? '&' : '?'}id=${user.id}`}
								icon={Trash2}
								label={`Delete ${formatDisplayName(user)}`}
								danger
								preventScrollReset
							/>
						),
				},
			]}
		/>
	);
}

function RoleSelect({ user, choice }: { user: AdminUserView; choice: string | undefined }) {
	return (
		<>
			<input type="hidden" name={SHOWN_ROLE_FIELD + user.id} value={user.role} />
			<Select
				// The key resets the select when the role was saved.
				key={user.role}
				name={ROLE_FIELD + user.id}
				label={`Role of ${formatDisplayName(user)}`}
				hideLabel
				defaultValue={choice ?? user.role}
				className={css.roleSelect}
			>
				<Options entries={ROLES.map((role) => [role, ROLE_LABELS[role]])} />
			</Select>
		</>
	);
}
