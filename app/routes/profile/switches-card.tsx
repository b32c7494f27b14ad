import { ThemeForm } from '~/app/shell/theme-form.tsx';
import { Button } from '~/app/ui/button.tsx';
import { Switch } from '~/app/ui/field.tsx';
import { mutedSmall, strongSmall } from '~/app/ui/text.css.ts';
import { useTheme } from '~/app/ui/theme/theme-context.tsx';
import type { UserView } from '~/domain/users/schema.ts';
import * as css from './profile.css.ts';
import type { ProfileRefusal } from './profile-forms.ts';
import { SavingCard } from './saving-card.tsx';

/** Renders the switches for Notifications, Show Countdown and the theme. */
export const SwitchesCard = ({ user, refusal }: { user: UserView; refusal: ProfileRefusal | null }) => (
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
