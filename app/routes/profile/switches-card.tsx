import { useFetcher } from 'react-router';
import { ThemeForm } from '~/app/shell/theme-form.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Switch } from '~/app/ui/field.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { mutedSmall, strongSmall } from '~/app/ui/text.css.ts';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import type { UserView } from '~/domain/users/schema.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome } from './profile-forms.ts';

export type ProfileRefusal = Extract<ProfileOutcome, { kind: 'refused' }>;

/**
 * Renders the switches for Notifications, Show Countdown and the theme. With script a switch is saved when it
 * is changed.
 */
export function SwitchesCard({ user, refusal }: { user: UserView; refusal: ProfileRefusal | null }) {
	// A fetcher does not navigate, so text typed in the other cards stays.
	const fetcher = useFetcher<ProfileOutcome>();
	const outcome = fetcher.data ?? refusal;
	return (
		<Card aria-labelledby="preferences">
			<CardHead title="Preferences" id="preferences" />
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
				<input type="hidden" name="intent" value="profile.setSwitches" />
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
				<noscript>
					<Button wide>Save Preferences</Button>
				</noscript>
			</fetcher.Form>
			<ThemeRow />
			{outcome?.kind === 'saved' && (
				<Notice tone="success" className={css.separate}>
					{outcome.title}
				</Notice>
			)}
		</Card>
	);
}

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
