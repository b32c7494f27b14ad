import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';
import type { PublicUserView } from '~/domain/users/schema.ts';
import * as css from './profile.css.ts';
import { UserChip } from './user-chip.tsx';

export type PreferredUsers = { players: PublicUserView[]; storytellers: PublicUserView[]; notes: string };

/** Renders the user's preferred players and storytellers, and the notes for users who create groups. */
export function PreferredCard({ preferred }: { preferred: PreferredUsers }) {
	return (
		<Card aria-labelledby="player-preferences">
			<CardHead title="Player Preferences" id="player-preferences">
				<ButtonLink
					to="/profile/preferences"
					variant="link"
					preventScrollReset
					aria-label="Edit Player Preferences"
				>
					Edit
				</ButtonLink>
			</CardHead>
			<PreferredList
				title="Preferred Players"
				users={preferred.players}
				maximum={PREFERENCE_LIMITS.players}
			/>
			<PreferredList
				title="Preferred Storytellers"
				users={preferred.storytellers}
				maximum={PREFERENCE_LIMITS.storytellers}
			/>
			<h3 className={css.listHead}>Profile Notes</h3>
			<p className={css.notes} dir="auto">
				{preferred.notes || 'Nothing yet'}
			</p>
		</Card>
	);
}

function PreferredList({
	title,
	users,
	maximum,
}: {
	title: string;
	users: PublicUserView[];
	maximum: number;
}) {
	return (
		<>
			<h3 className={css.listHead}>
				{title}{' '}
				<span className={css.listCount}>
					{users.length} of {maximum}
				</span>
			</h3>
			{users.length === 0 ? (
				<p className={muted}>No one yet</p>
			) : (
				<ul className={css.chips}>
					{users.map((user) => (
						<UserChip key={user.id} user={user} />
					))}
				</ul>
			)}
		</>
	);
}
