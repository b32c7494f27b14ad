import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useFetcher } from 'react-router';
import { ThemeForm } from '~/app/shell/theme-form.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Options, Select, Switch } from '~/app/ui/field.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { mutedSmall, strongSmall, textLink } from '~/app/ui/text.css.ts';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import { can } from '~/domain/policy.ts';
import { EXPERIENCE_CHOICES, EXPERIENCES } from '~/domain/users/experience.ts';
import type { ProfileView } from '~/domain/users/profile.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome, ProfileRefusal } from './profile-forms.ts';

/**
 * Returns the fetcher of a form that saves each change at once, the outcome of the last one, and the props of the form. A
 * fetcher does not navigate, so text typed in the other cards stays. After a failure the fields show what is stored.
 */
export function useSavingForm() {
	const fetcher = useFetcher<ProfileOutcome>();
	const { state, data } = fetcher;
	const form = useRef<HTMLFormElement>(null);
	const last = useRef({ state, data });
	useEffect(() => {
		const before = last.current;
		if (before.state === state) return;
		last.current = { state, data: state === 'idle' ? data : before.data };
		if (state !== 'idle') return;
		// Without a response of its page the fetcher has its earlier data again.
		if (data?.kind !== 'saved' || data === before.data) form.current?.reset();
		// React leaves the default of a select as it was; the next failure goes back to it.
		else
			for (const option of form.current?.querySelectorAll('option') ?? [])
				option.defaultSelected = option.selected;
	}, [state, data]);
	return {
		fetcher,
		outcome: data,
		formProps: {
			ref: form,
			method: 'post',
			action: '/profile',
			onChange: ({ currentTarget }: { currentTarget: HTMLFormElement }) => void fetcher.submit(currentTarget),
		},
	} as const;
}

type SavingCardProps = {
	id: string;
	title: string;
	intent: string;
	refusal: ProfileRefusal | null;
	/** The label of the button without script. */
	saveLabel: string;
	children: ReactNode;
	footer?: ReactNode;
};

/** Renders a card whose form saves a change at once, with script, and says what came of it. */
function SavingCard({ id, title, intent, refusal, saveLabel, children, footer }: SavingCardProps) {
	const { fetcher, outcome: response, formProps } = useSavingForm();
	const outcome = response ?? refusal;
	return (
		<Card aria-labelledby={id}>
			<CardHead title={title} id={id} />
			{outcome?.kind === 'refused' && <FailureNotice failure={outcome} />}
			<fetcher.Form {...formProps}>
				<input type="hidden" name="intent" value={intent} />
				{children}
				<noscript>
					<Button wide>{saveLabel}</Button>
				</noscript>
			</fetcher.Form>
			{footer}
			{outcome?.kind === 'saved' && (
				<Notice tone="success" className={css.separate}>
					{outcome.title}
				</Notice>
			)}
		</Card>
	);
}

export const SwitchesCard = ({ user, refusal }: { user: ProfileView; refusal: ProfileRefusal | null }) => (
	<SavingCard
		id="preferences"
		title="Preferences"
		intent="profile.setSwitches"
		refusal={refusal}
		saveLabel="Save Preferences"
		footer={<ThemeRow />}
	>
		<Switch
			name="notifications"
			label="Notifications"
			hint="Get reminders and news about events on Discord"
			defaultChecked={user.notifications}
		/>
		<Switch
			name="showCountdown"
			label="Show Countdown"
			hint="Show the countdown on Events"
			defaultChecked={user.showCountdown}
		/>
		<Switch
			name="event_roles"
			label="Role for tonight"
			hint="Have the community’s role on Discord during your events, if there is one"
			defaultChecked={user.event_roles}
		/>
	</SavingCard>
);

function ThemeRow() {
	const theme = useTheme();
	return (
		<ThemeForm className={css.row}>
			<div className={css.rowText}>
				<div className={strongSmall}>Theme</div>
				<div className={mutedSmall}>{theme === 'dark' ? 'Dark' : 'Light'}</div>
			</div>
			<Button>{theme === 'dark' ? 'Use light' : 'Use dark'}</Button>
		</ThemeForm>
	);
}

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
			<Options entries={EXPERIENCES.map((experience) => [experience, EXPERIENCE_CHOICES[experience]])} />
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
