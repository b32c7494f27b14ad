import type { ReactNode } from 'react';
import { Avatar } from '~/app/ui/avatar.tsx';
import { Name } from '~/app/ui/name.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { buildAvatarUrl, formatDisplayName } from '~/domain/users/display.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import * as css from './profile.css.ts';

type UserChipProps = {
	user: PublicUserView;
	/** The controls beside the name. */
	children?: ReactNode;
};

export const getDisplayName = (user: PublicUserView): string =>
	formatDisplayName({ preferredUsername: user.preferred_username, username: user.username });

export function UserFace({ user }: { user: PublicUserView }) {
	const { cdnUrl } = useSite();
	const picture = buildAvatarUrl({ discordId: user.discord_id, avatar: user.avatar, cdnUrl, size: 64 });
	return <Avatar name={getDisplayName(user)} src={picture} size={28} />;
}

export function UserChip({ user, children }: UserChipProps) {
	const name = getDisplayName(user);
	return (
		<li className={css.userChip}>
			<UserFace user={user} />
			<Name className={css.userChipName} title={name}>
				{name}
			</Name>
			{children}
		</li>
	);
}
