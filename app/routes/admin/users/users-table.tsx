import { Form } from 'react-router';
import { Button, IconLink } from '~/app/ui/button.tsx';
import { Select } from '~/app/ui/field.tsx';
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

type UsersTableProps = {
	base: string;
	address: ListAddress;
	users: readonly AdminUserView[];
	/** The viewer's id: users cannot delete themselves here. */
	ownId: string;
};

export function UsersTable({ base, address, users, ownId }: UsersTableProps) {
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
					cell: (user) => {
						const name = formatDisplayName(user);
						return (
							<UserCell name={name} user={user}>
								{user.id === ownId && <span className={muted}> (You)</span>}
								{name !== user.username && (
									<div className={css.subtext}>
										<Name>{user.username}</Name>
									</div>
								)}
							</UserCell>
						);
					},
				},
				{
					label: 'Signups',
					cell: (user) => (
						<span className={css.count}>
							{user.total_signups}
							<div className={css.subtext}>{user.confirmed_signups} confirmed</div>
						</span>
					),
				},
				{
					label: 'Joined',
					sort: 'created',
					className: css.date,
					cell: (user) => formatOrdinalDate(user.created_at, EASTERN),
				},
				{
					label: 'Role',
					cell: (user) => <RoleForm user={user} action={buildListHref(base, address)} />,
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

function RoleForm({ user, action }: { user: AdminUserView; action: string }) {
	const name = formatDisplayName(user);
	return (
		// The key resets the row's form when the role changes; a choice that was not saved is dropped.
		<Form key={user.role} method="post" action={action} preventScrollReset className={css.roleForm}>
			<input type="hidden" name="intent" value="users.setRole" />
			<input type="hidden" name="userId" value={user.id} />
			<Select
				name="role"
				label={`Role of ${name}`}
				hideLabel
				defaultValue={user.role}
				className={css.roleSelect}
			>
				{ROLES.map((role) => (
					<option key={role} value={role}>
						{ROLE_LABELS[role]}
					</option>
				))}
			</Select>
			<Button aria-label={`Save the role of ${name}`}>Save</Button>
		</Form>
	);
}
