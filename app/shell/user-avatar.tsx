import { Avatar, type AvatarProps } from '~/app/ui/avatar.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { buildAvatarUrl } from '~/domain/users/display.ts';

type UserAvatarProps = Pick<AvatarProps, 'name' | 'size'> & {
	/** Null or undefined for a deleted user. */
	user: { discord_id: string | null; avatar: string | null } | null | undefined;
	/** The width of the picture to load, in pixels. */
	pixels?: 64 | 128;
};

export function UserAvatar({ user, pixels, ...props }: UserAvatarProps) {
	const { cdnUrl } = useSite();
	const src =
		user && buildAvatarUrl({ discordId: user.discord_id, avatar: user.avatar, cdnUrl, size: pixels });
	return <Avatar {...props} src={src} />;
}
