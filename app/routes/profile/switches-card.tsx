import { Form, useSubmit } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Switch } from '~/app/ui/field.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSwitchTheme, useTheme } from '~/app/ui/theme/theme-context.tsx';
import type { UserView } from '~/domain/people/schema.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome } from './profile-forms.ts';

export type Refused = Extract<ProfileOutcome, { kind: 'refused' }>;

/** Notifications, Show Countdown, and the theme. With script a switch is saved as it is turned. */
export function SwitchesCard({ user, refusal }: { user: UserView; refusal: Refused | null }) {
	const submit = useSubmit();
	return (
		<Card aria-labelledby="preferences">
			<CardHead title="Preferences" id="preferences" />
			{refusal && (
				<Notice tone="error" title={refusal.title}>
					{refusal.error}
				</Notice>
			)}
			<Form
				method="post"
				action="/profile"
				replace
				preventScrollReset
				onChange={(event) => void submit(event.currentTarget, { replace: true, preventScrollReset: true })}
			>
				<input type="hidden" name="intent" value="profile.setSwitches" />
				<Switch
					name="notifications"
					label="Notifications"
					hint="Townbell may write to you on Discord"
					defaultChecked={user.notifications}
				/>
				<Switch
					name="showCountdown"
					label="Show Countdown"
					hint="The bell tower on top of Events"
					defaultChecked={user.showCountdown}
				/>
				<noscript>
					<Button wide>Save Preferences</Button>
				</noscript>
			</Form>
			<ThemeRow />
		</Card>
	);
}

function ThemeRow() {
	const theme = useTheme();
	const switchTheme = useSwitchTheme();
	const other = theme === 'dark' ? 'light' : 'dark';
	return (
		<Form
			method="post"
			action="/theme"
			replace
			preventScrollReset
			className={css.row}
			onSubmit={() => switchTheme(other)}
		>
			<input type="hidden" name="theme" value={other} />
			<input type="hidden" name="redirectTo" value="/profile" />
			<div className={css.rowText}>
				<div className={css.rowHead}>Theme</div>
				<div className={css.rowNote}>{theme === 'dark' ? 'Dark, as by night' : 'Light, as by day'}</div>
			</div>
			<Button>{theme === 'dark' ? 'Use light' : 'Use dark'}</Button>
		</Form>
	);
}
