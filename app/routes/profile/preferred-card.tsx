import { ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { PREFERENCE_LIMITS } from '~/domain/limits.ts';
import type { PersonView } from '~/domain/people/schema.ts';
import { PersonChip } from './person-chip.tsx';
import * as css from './profile.css.ts';

export type Preferred = { players: PersonView[]; storytellers: PersonView[]; notes: string };

/** Renders the user's preferred players and storytellers, and the notes for users who create groups. */
export function PreferredCard({ preferred }: { preferred: Preferred }) {
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
			<Chosen title="Preferred Players" people={preferred.players} most={PREFERENCE_LIMITS.players} />
			<Chosen
				title="Preferred Storytellers"
				people={preferred.storytellers}
				most={PREFERENCE_LIMITS.storytellers}
			/>
			<h3 className={css.listHead}>Profile Notes</h3>
			<p className={css.notes}>{preferred.notes || 'Nothing yet'}</p>
		</Card>
	);
}

function Chosen({ title, people, most }: { title: string; people: PersonView[]; most: number }) {
	return (
		<>
			<h3 className={css.listHead}>
				{title}{' '}
				<span className={css.listCount}>
					{people.length} of {most}
				</span>
			</h3>
			{people.length === 0 ? (
				<p className={muted}>Nobody yet</p>
			) : (
				<ul className={css.chips}>
					{people.map((person) => (
						<PersonChip key={person.id} person={person} />
					))}
				</ul>
			)}
		</>
	);
}
