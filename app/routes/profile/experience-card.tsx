import { Link } from 'react-router';
import { Select, Switch } from '~/app/ui/field.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { can } from '~/domain/policy.ts';
import { EXPERIENCE_CHOICES, EXPERIENCES } from '~/domain/users/experience.ts';
import type { ProfileView } from '~/domain/users/profile.ts';
import * as css from './profile.css.ts';
import type { ProfileRefusal } from './profile-forms.ts';
import { SavingCard } from './saving-card.tsx';

/** Renders what the user says of themselves to the creators who seat them. */
export const ExperienceCard = ({ user, refusal }: { user: ProfileView; refusal: ProfileRefusal | null }) => (
	<SavingCard
		id="experience"
		title="At the table"
		intent="profile.update"
		refusal={refusal}
		saveLabel="Save this"
		footer={
			can(user, 'scripts.add') && (
				<p className={css.scripts}>
					<Link to="/scripts" className={textLink}>
						Script library
					</Link>
				</p>
			)
		}
	>
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
					hint="Creators can put first-timers in your group"
					defaultChecked={user.likes_teaching}
				/>
			</>
		)}
	</SavingCard>
);
