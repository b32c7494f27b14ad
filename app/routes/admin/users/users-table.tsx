import { Form } from 'react-router';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Button, IconLink } from '~/app/ui/button.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Select } from '~/app/ui/field.tsx';
import { Trash2 } from '~/app/ui/icons.ts';
import { useSite } from '~/app/ui/site-context.tsx';
import { Table, Td, Th, Tr } from '~/app/ui/table.tsx';
import { muted } from '~/app/ui/text.css.ts';
import type { AdminUserView } from '~/domain/admin/schema.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatOrdinalDate } from '~/domain/time/format.ts';
import { buildAvatarUrl } from '~/domain/users/avatar.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS, ROLES } from '~/domain/users/roles.ts';
import { buildListHref, type ListAddress } from '../manage/list-address.ts';
import { SortHead } from '../manage/list-parts.tsx';
import * as css from '../manage/manage.css.ts';

type UsersTableProps = {
	base: string;
	address: ListAddress;
	users: readonly AdminUserView[];
	/** The viewer's id: users cannot delete themselves here. */
	ownId: string;
};

export function UsersTable({ base, address, users, ownId }: UsersTableProps) {
	if (users.length === 0) return <p className={muted}>No users found.</p>;
	const sortProps = { base, address, isInForm: false };
	return (
		<Table
			caption="Users"
			compact
			head={
				<>
					<SortHead {...sortProps} field="name" ascending="name" descending="-name">
						User
					</SortHead>
					<Th>Signups</Th>
					<SortHead {...sortProps} field="created" ascending="oldest" descending="newest">
						Joined
					</SortHead>
					<Th>Role</Th>
					<Th end>Actions</Th>
				</>
			}
		>
			{users.map((user) => (
				<UserRow key={user.id} user={user} base={base} address={address} isOwn={user.id === ownId} />
			))}
		</Table>
	);
}

type UserRowProps = { user: AdminUserView; base: string; address: ListAddress; isOwn: boolean };

function UserRow({ user, base, address, isOwn }: UserRowProps) {
	const { cdnUrl } = useSite();
	const name = formatDisplayName(user);
	return (
		<Tr>
			<Td rowHead label="User">
				<span className={css.user}>
					<Avatar
						name={name}
						src={buildAvatarUrl({ discordId: user.discord_id, avatar: user.avatar, cdnUrl })}
						size={36}
					/>
					<span className={css.text}>
						<span className={joinClasses(css.name, css.title)}>{name}</span>
						{isOwn && <span className={muted}> (You)</span>}
						{name !== user.username && <div className={css.subtext}>{user.username}</div>}
					</span>
				</span>
			</Td>
			<Td label="Signups">
				<span className={css.count}>
					{user.total_signups}
					<div className={css.subtext}>{user.confirmed_signups} confirmed</div>
				</span>
			</Td>
			<Td label="Joined" className={css.date}>
				{formatOrdinalDate(user.created_at, EASTERN)}
			</Td>
			<Td label="Role">
				{/* The key resets the row's form when the role changes; a choice that was not saved is dropped. */}
				<Form
					key={user.role}
					method="post"
					action={buildListHref(base, address)}
					preventScrollReset
					className={css.roleForm}
				>
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
			</Td>
			<Td end label="Actions">
				{isOwn ? (
					<span className={muted}>–</span>
				) : (
					<IconLink
						to={`${buildListHref(`${base}/delete`, address)}${Object.keys(address).length > 0 ? '&' : '?'}id=${user.id}`}
						icon={Trash2}
						label={`Delete ${name}`}
						danger
						preventScrollReset
					/>
				)}
			</Td>
		</Tr>
	);
}
