import type { ReactNode } from 'react';
import { UserAvatar } from '~/app/shell/user-avatar.tsx';
import { Name } from '~/app/ui/name.tsx';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import * as css from './profile.css.ts';

type UserChipProps = {
	user: PublicUserView;
	/** The controls beside the name. */
	children?: ReactNode;
};

export function UserChip({ user, children }: UserChipProps) {
	const name = formatDisplayName(user);
	return (
		<li className={css.userChip}>
			<UserAvatar name={name} user={user} size={28} pixels={64} />
			<Name className={css.userChipName} title={name}>
				{name}
			</Name>
			{children}
		</li>
	);
}
