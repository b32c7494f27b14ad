import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { isChanged } from '~/app/shell/early-input.ts';
import { getBoxProps, getChoiceProps, getTextProps, useFormFields } from '~/app/shell/use-form-fields.ts';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Checkbox, Options, Select, TextInput } from '~/app/ui/field.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { listZones } from '~/domain/time/zones.ts';
import type { ProfileView } from '~/domain/users/profile.ts';
import {
	formatReminders,
	REMINDER_LABELS,
	REMINDER_MINUTES,
	REMINDER_WAY_LABELS,
	REMINDER_WAYS,
	type ReminderWay,
} from '~/domain/users/reminders.ts';
import * as css from './profile.css.ts';
import type { ProfileOutcome, ProfileRefusal, RemindersForm } from './profile-forms.ts';

/** The quiet hours that the form suggests to a user without any. */
const USUAL_QUIET_HOURS = { from: '22:30', to: '08:00' };

export function RemindersCard({ user, refusal }: { user: ProfileView; refusal: ProfileRefusal | null }) {
	// A fetcher does not navigate, so text typed in the other cards stays.
	const fetcher = useFetcher<ProfileOutcome>();
	const outcome = fetcher.data ?? refusal;
	const refused = outcome?.kind === 'refused' ? outcome : null;
	const { viewerZone } = useSite();
	const zone = user.quiet_hours?.timezone ?? viewerZone ?? EASTERN;
	const values = refused?.typedReminders ?? toForm(user, zone);
	const fields = useFormFields({ id: 'reminders-form', values, refusal: refused });
	const quietHours = fields.quiet_hours.getFieldset();
	const zoneSelect = useZoneSelect(zone);
	return (
		<Card aria-labelledby="reminders">
			<CardHead title="Reminders" id="reminders" />
			<p className={css.note}>
				{user.notifications
					? `We remind you on Discord of events you confirmed or will be late to, ${toPhrase(user.reminder_way ?? user.community_reminder_way)}.`
					: 'Notifications are off, so nothing is sent.'}
			</p>
			<fetcher.Form id="reminders-form" method="post" action="/profile" className={css.reminders}>
				<input type="hidden" name="intent" value="profile.update" />
				{user.notifications && user.messages_refused_at && (
					<Notice tone="error" live={false} title="Discord didn't deliver our last message to you.">
						On Discord, open the community's server menu, choose Privacy Settings and allow direct messages
						from server members. This notice goes away when the next message arrives.
					</Notice>
				)}
				<FailureNotice failure={refused} />
				<Checkbox
					{...getBoxProps(fields.usesCommunityTimes)}
					label="Use the community's times"
					hint={formatReminders(user.community_reminder_minutes)}
				/>
				<fieldset className={css.ownTimes}>
					<legend className={mutedSmall}>Your own times. Choose none for no reminders.</legend>
					{REMINDER_MINUTES.map((minutes) => (
						<Checkbox
							key={minutes}
							{...getChoiceProps(fields.reminder_minutes, String(minutes))}
							label={REMINDER_LABELS[minutes]}
						/>
					))}
				</fieldset>
				<Select
					{...getTextProps(fields.reminder_way)}
					label="Where"
					hint={`The community reminds ${toPhrase(user.community_reminder_way)}. In a thread you are mentioned with the others. Where you can't see one, you get a direct message.`}
				>
					<option value="">The community's choice</option>
					<Options entries={REMINDER_WAYS.map((way) => [way, REMINDER_WAY_LABELS[way]])} />
				</Select>
				<Checkbox
					{...getBoxProps(fields.hasQuietHours)}
					label="Quiet hours"
					hint="Messages wait until the quiet hours end. A reminder that would be too late then is sent before they begin."
				/>
				<div className={css.quietHours}>
					<TextInput type="time" {...getTextProps(quietHours.from)} label="From" />
					<TextInput type="time" {...getTextProps(quietHours.to)} label="To" />
					<Select
						ref={zoneSelect}
						{...getTextProps(quietHours.timezone)}
						label="Time zone"
						className={css.wholeRow}
					>
						<Options
							entries={listZones(zone, viewerZone ?? EASTERN).map(({ zone, label }) => [zone, label])}
						/>
					</Select>
				</div>
				<Button className={css.saveReminders} pending={fetcher.state !== 'idle' && 'Saving...'}>
					Save reminders
				</Button>
			</fetcher.Form>
			{outcome?.kind === 'saved' && (
				<Notice tone="success" className={css.separate}>
					{outcome.title}
				</Notice>
			)}
		</Card>
	);
}

/** Returns the ref of the select, which gets the viewer's zone when it becomes known, unless the user has chosen one. */
function useZoneSelect(zone: string) {
	const select = useRef<HTMLSelectElement>(null);
	const shown = useRef(zone);
	useEffect(() => {
		if (zone === shown.current || !select.current) return;
		shown.current = zone;
		if (!isChanged(select.current)) select.current.value = zone;
	}, [zone]);
	return select;
}

const toPhrase = (way: ReminderWay) => REMINDER_WAY_LABELS[way].toLowerCase();

function toForm(
	{ reminder_minutes, community_reminder_minutes, reminder_way, quiet_hours }: ProfileView,
	zone: string,
): RemindersForm {
	return {
		usesCommunityTimes: reminder_minutes === null,
		reminder_minutes: (reminder_minutes ?? community_reminder_minutes).map(String),
		reminder_way: reminder_way ?? '',
		hasQuietHours: quiet_hours !== null,
		quiet_hours: quiet_hours ?? { ...USUAL_QUIET_HOURS, timezone: zone },
	};
}
