import type { ReactNode } from 'react';
import { Avatar } from '~/app/ui/avatar.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { avatarUrl } from '~/domain/people/avatar.ts';
import { displayName } from '~/domain/people/display.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import * as css from './person-chip.css.ts';

type PersonChipProps = {
	person: PersonView;
	/** The controls beside the name. */
	children?: ReactNode;
};

export const nameOf = (person: PersonView): string =>
	displayName({ preferredUsername: person.preferred_username, username: person.username });

/** Renders a user in one line: avatar and name. */
export function PersonChip({ person, children }: PersonChipProps) {
	const { cdnUrl } = useSite();
	const name = nameOf(person);
	const picture = avatarUrl({ discordId: person.discord_id, avatar: person.avatar, cdnUrl, size: 64 });
	return (
		<li className={css.chip}>
			<Avatar name={name} src={picture} size={28} />
			<span className={css.name} title={name}>
				{name}
			</span>
			{children}
		</li>
	);
}
