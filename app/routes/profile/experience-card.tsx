import { useFetcher } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Select, Switch } from '~/app/ui/field.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { EXPERIENCE_CHOICES, EXPERIENCES } from '~/domain/users/experience.ts';
import type { ProfileView } from '~/domain/users/profile.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome } from './profile-forms.ts';
import type { ProfileRefusal } from './switches-card.tsx';

/**
 * Renders what the user says of themselves to the creators who seat them. With script a change is saved at once.
 */
export function ExperienceCard({ user, refusal }: { user: ProfileView; refusal: ProfileRefusal | null }) {
	// A fetcher does not navigate, so text typed in the other cards stays.
	const fetcher = useFetcher<ProfileOutcome>();
	const outcome = fetcher.data ?? refusal;
	return (
		<Card aria-labelledby="experience">
			<CardHead title="At the table" id="experience" />
			{outcome?.kind === 'refused' && (
				<Notice tone="error" failure={outcome} title={outcome.title}>
					{outcome.error}
				</Notice>
			)}
			<fetcher.Form
				method="post"
				action="/profile"
				onChange={(event) => void fetcher.submit(event.currentTarget)}
			>
				<input type="hidden" name="intent" value="profile.update" />
				<input type="hidden" name="card" value="experience" />
				<Select
					name="experience"
					label="How much have you played?"
					hint="Creators see it when they make the groups"
					defaultValue={user.experience ?? ''}
				>
					<option value="">I'd rather not say</option>
					{EXPERIENCES.map((experience) => (
						<option key={experience} value={experience}>
							{EXPERIENCE_CHOICES[experience]}
						</option>
					))}
				</Select>
				{user.role !== 'player' && (
					<>
						<input type="hidden" name="canTeach" value="on" />
						<Switch
							name="likes_teaching"
							label="I like teaching"
							hint="First-timers can get your group when you run one"
							defaultChecked={user.likes_teaching}
						/>
					</>
				)}
				<noscript>
					<Button wide>Save this</Button>
				</noscript>
			</fetcher.Form>
			{outcome?.kind === 'saved' && (
				<Notice tone="success" className={css.separate}>
					{outcome.title}
				</Notice>
			)}
		</Card>
	);
}
