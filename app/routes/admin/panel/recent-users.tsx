import * as css from '~/app/routes/admin/admin-page.css.ts';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Name } from '~/app/ui/name.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatRelative } from '~/domain/time/relative.ts';
import { buildAvatarUrl, formatDisplayName } from '~/domain/users/display.ts';
import { ROLE_LABELS } from '~/domain/users/roles.ts';
import type { UserView } from '~/domain/users/schema.ts';

/** Renders the newest users. */
export function RecentUsers({ users, now }: { users: readonly UserView[]; now: string }) {
	return (
		<Card aria-labelledby="recent-users">
			<CardHead title="Recent Users" id="recent-users" />
			<ul className={css.list}>
				{users.map((user) => (
					<UserRow key={user.id} user={user} now={now} />
				))}
			</ul>
		</Card>
	);
}

function UserRow({ user, now }: { user: UserView; now: string }) {
	const { cdnUrl } = useSite();
	const name = formatDisplayName(user);
	return (
		<li className={css.row}>
			<Avatar
				name={name}
				src={buildAvatarUrl({ discordId: user.discord_id, avatar: user.avatar, cdnUrl })}
				size={40}
			/>
			<div className={css.text}>
				<Name className={css.name} title={name}>
					{name}
				</Name>
				<div className={mutedSmall}>
					{ROLE_LABELS[user.role]}, joined {formatRelative(user.created_at, now, EASTERN)}
				</div>
			</div>
		</li>
	);
}
