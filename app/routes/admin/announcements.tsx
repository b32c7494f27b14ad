import { data, Form, useNavigation } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Checkbox, FieldError, Select } from '~/app/ui/field.tsx';
import { pairs, stack } from '~/app/ui/layout.css.ts';
import { Notice } from '~/app/ui/notice.tsx';
import { mutedSmall, strongSmall } from '~/app/ui/text.css.ts';
import type { DiscordChannelView } from '~/domain/admin/schema.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { parseReminderMinutes, REMINDER_LABELS, REMINDER_MINUTES } from '~/domain/users/reminders.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readAnnouncementForm, saveAnnouncementSettings } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/announcements.ts';

/** The site settings of announcements and reminders. They have their own address because Discord may respond slowly. */
export const loader = ({ context }: Route.LoaderArgs) => load(readAnnouncementForm, context);

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'settings.saveAnnouncements');
	const form = await readPageForm(request);
	const values = {
		announcement_channel_id: readText(form, 'announcement_channel_id'),
		announcement_threads: form.has('announcement_threads') ? 'true' : 'false',
		announcement_role_id: readText(form, 'announcement_role_id'),
		reminder_minutes: form.getAll('reminder_minutes').join(','),
	};
	const { refusal } = await submit(saveAnnouncementSettings, context, { read: () => values });
	if (refusal) {
		const { error, fieldErrors } = refusal;
		return data({ values, error, fieldErrors }, { status: refusal.status });
	}
	return redirectAfterForm(context, '/admin#main', { tone: 'success', title: ADMIN_TEXTS.settingUpdated });
}

export default function Announcements({ loaderData, actionData }: Route.ComponentProps) {
	const { saved, choices, error } = loaderData;
	const values = actionData?.values ?? saved;
	const isSaving = useNavigation().formData?.get('intent') === 'settings.saveAnnouncements';
	const reminders = parseReminderMinutes(values.reminder_minutes);
	const channels = choices?.channels ?? [];
	const roles = choices?.roles ?? [];
	return (
		<Dialog title="Announcements and reminders" closeHref="/admin">
			<Form method="post" preventScrollReset className={stack}>
				<input type="hidden" name="intent" value="settings.saveAnnouncements" />
				{error && (
					<Notice tone="error" live={false} title="Couldn't read the channels from Discord.">
						{error}
					</Notice>
				)}
				{actionData?.error && (
					<Notice tone="error" title={ADMIN_TEXTS.settingFailed}>
						{actionData.error}
					</Notice>
				)}
				<Select
					name="announcement_channel_id"
					label="Announcement channel"
					hint="Each new event is posted here with signup buttons."
					defaultValue={values.announcement_channel_id}
					error={actionData?.fieldErrors.announcement_channel_id}
				>
					<option value="">None (nothing is posted)</option>
					<SavedOption id={values.announcement_channel_id} listed={channels} />
					{channels.map((channel) => (
						<option
							key={channel.id}
							value={channel.id}
							disabled={!channel.writable && channel.id !== values.announcement_channel_id}
						>
							{describeChannel(channel)}
						</option>
					))}
				</Select>
				<Checkbox
					name="announcement_threads"
					label="Start a thread for each event"
					defaultChecked={values.announcement_threads === 'true'}
				/>
				<Select
					name="announcement_role_id"
					label="Role to mention"
					hint="Mentioned once, when an event is posted. The role must allow mentions."
					defaultValue={values.announcement_role_id}
					error={actionData?.fieldErrors.announcement_role_id}
				>
					<option value="">No one</option>
					<SavedOption id={values.announcement_role_id} listed={roles} />
					{roles.map(({ id, name }) => (
						<option key={id} value={id}>
							{`@${name}`}
						</option>
					))}
				</Select>
				<fieldset>
					<legend className={strongSmall}>Reminders</legend>
					<p className={mutedSmall}>
						Direct messages before each event to members who confirmed or will be late. They need no
						announcement channel. Members can choose other times in their profile.
					</p>
					<div className={pairs}>
						{REMINDER_MINUTES.map((minutes) => (
							<Checkbox
								key={minutes}
								name="reminder_minutes"
								value={minutes}
								label={REMINDER_LABELS[minutes]}
								defaultChecked={reminders.includes(minutes)}
							/>
						))}
					</div>
					<FieldError error={actionData?.fieldErrors.reminder_minutes} />
				</fieldset>
				<DialogActions>
					<ButtonLink to="/admin" variant="quiet" preventScrollReset>
						Cancel
					</ButtonLink>
					<Button variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}

/** Renders the saved choice when Discord does not list it, so that saving the form keeps it. */
function SavedOption({ id, listed }: { id: string; listed: readonly { id: string }[] }) {
	if (id === '' || listed.some((one) => one.id === id)) return null;
	return <option value={id}>{`Saved choice (${id})`}</option>;
}

function describeChannel({ name, writable, missing }: DiscordChannelView): string {
	return writable ? `#${name}` : `#${name} (the bot needs ${missing.join(', ')})`;
}
