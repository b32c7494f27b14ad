import { data, Form, useNavigation } from 'react-router';
import { readFormValues } from '~/app/shell/form-values.ts';
import { getBoxProps, getChoiceProps, getTextProps, useFormFields } from '~/app/shell/use-form-fields.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { Checkbox, FieldError, Options, Select, TextInput } from '~/app/ui/field.tsx';
import { pairs, stack } from '~/app/ui/layout.css.ts';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { mutedSmall, strongSmall } from '~/app/ui/text.css.ts';
import type { DiscordChannelView } from '~/domain/admin/schema.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import {
	EVENT_ROLE_KEYS,
	EVENT_ROLE_SETTINGS,
	preventsChoosing,
	ROLE_PROBLEM_LABELS,
} from '~/domain/discord/event-roles.ts';
import { FAILURES } from '~/domain/failures.ts';
import {
	parseReminderMinutes,
	REMINDER_LABELS,
	REMINDER_MINUTES,
	REMINDER_WAY_LABELS,
	REMINDER_WAYS,
} from '~/domain/users/reminders.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readAnnouncementForm, saveAnnouncementSettings } from '~/server/operations/admin/index.ts';
import type { Route } from './+types/announcements.ts';

/** The site settings of announcements, reminders and roles. They have their own address because Discord may respond slowly. */
export const loader = ({ context }: Route.LoaderArgs) => load(readAnnouncementForm, context);

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'settings.saveAnnouncements');
	const values = readFormValues(await readPageForm(request), EMPTY_FORM);
	const read = () => ({
		...values,
		announcement_threads: String(values.announcement_threads),
		reminder_minutes: values.reminder_minutes.join(','),
	});
	const { refusal } = await submit(saveAnnouncementSettings, context, { read });
	if (refusal) return data({ values, refusal }, { status: refusal.status });
	return redirectAfterForm(context, '/admin#main', { tone: 'success', title: ADMIN_TEXTS.settingUpdated });
}

const EMPTY_FORM = {
	announcement_channel_id: '',
	announcement_threads: false,
	announcement_role_id: '',
	role_tonight: '',
	role_storytellers_tonight: '',
	announce_days_before: '',
	reminder_minutes: [] as string[],
	reminder_way: '',
};

const toForm = (saved: Awaited<ReturnType<typeof loader>>['saved']): typeof EMPTY_FORM => ({
	...saved,
	announce_days_before: saved.announce_days_before ?? '',
	reminder_way: saved.reminder_way ?? '',
	role_tonight: saved.role_tonight ?? '',
	role_storytellers_tonight: saved.role_storytellers_tonight ?? '',
	announcement_threads: saved.announcement_threads === 'true',
	reminder_minutes: parseReminderMinutes(saved.reminder_minutes).map(String),
});

export default function Announcements({ loaderData, actionData }: Route.ComponentProps) {
	const { saved, choices, error } = loaderData;
	const refusal = actionData?.refusal;
	const values = actionData?.values ?? toForm(saved);
	const fields = useFormFields({ id: 'announcements', values, refusal });
	const isSaving = useNavigation().formData?.get('intent') === 'settings.saveAnnouncements';
	const channels = choices?.channels ?? [];
	const roles = choices?.roles ?? [];
	const isRoleDeleted =
		choices !== null && saved.announcement_role_id !== '' && !isListed(roles, saved.announcement_role_id);
	return (
		<Dialog title="Announcements and reminders" closeHref="/admin">
			<Form id="announcements" method="post" preventScrollReset className={stack}>
				<input type="hidden" name="intent" value="settings.saveAnnouncements" />
				{error && (
					<Notice tone="error" live={false} title="Couldn't read the channels from Discord.">
						{error}
					</Notice>
				)}
				<FailureNotice failure={refusal} title={FAILURES['settings.save']} />
				{isRoleDeleted && (
					<Notice tone="error" live={false} title={ADMIN_TEXTS.roleDeleted}>
						Choose another role, or “No one”.
					</Notice>
				)}
				<Select
					{...getTextProps(fields.announcement_channel_id)}
					label="Announcement channel"
					hint="Each new event is posted here with signup buttons."
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
				<Checkbox {...getBoxProps(fields.announcement_threads)} label="Start a thread for each event" />
				<Select
					{...getTextProps(fields.announcement_role_id)}
					label="Role to mention"
					hint="Mentioned once, when an event is posted. The role must allow mentions."
				>
					<option value="">No one</option>
					<SavedOption id={values.announcement_role_id} listed={roles} />
					<Options entries={roles.map(({ id, name }) => [id, `@${name}`])} />
				</Select>
				<TextInput
					{...getTextProps(fields.announce_days_before)}
					label="Days before a repeating event"
					hint="Each event of a series is posted that many days before it, once the event before it has started."
					inputMode="numeric"
					maxLength={2}
				/>
				<fieldset>
					<legend className={strongSmall}>Reminders</legend>
					<p className={mutedSmall}>
						Messages before each event to members who confirmed or will be late. Direct messages need no
						announcement channel. Members can choose other times and the other way in their profile.
					</p>
					<div className={pairs}>
						{REMINDER_MINUTES.map((minutes) => (
							<Checkbox
								key={minutes}
								{...getChoiceProps(fields.reminder_minutes, String(minutes))}
								label={REMINDER_LABELS[minutes]}
							/>
						))}
					</div>
					<FieldError error={fields.reminder_minutes.errors} />
				</fieldset>
				<Select
					{...getTextProps(fields.reminder_way)}
					label="Where reminders are sent"
					hint="In a thread, one message mentions everyone. Members who can't see it get a direct message, and so does everyone when an event has no thread."
				>
					<Options entries={REMINDER_WAYS.map((way) => [way, REMINDER_WAY_LABELS[way]])} />
				</Select>
				<fieldset className={stack}>
					<legend className={strongSmall}>Roles for tonight</legend>
					<p className={mutedSmall}>
						The bot gives these roles on Discord half an hour before an event, and takes them an hour after
						its end. Members who had a role before keep it.
					</p>
					{EVENT_ROLE_KEYS.map((key) => (
						<Select key={key} {...getTextProps(fields[key])} label={EVENT_ROLE_SETTINGS[key].label}>
							<option value="">None</option>
							<SavedOption id={values[key]} listed={roles} />
							{roles.map(({ id, name, problem }) => (
								<option key={id} value={id} disabled={preventsChoosing(problem) && id !== values[key]}>
									{problem ? `@${name} (${ROLE_PROBLEM_LABELS[problem]})` : `@${name}`}
								</option>
							))}
						</Select>
					))}
					{EVENT_ROLE_KEYS.map((key) => {
						const remedy = roles.find(({ id }) => id === saved[key])?.remedy;
						const title = `${EVENT_ROLE_SETTINGS[key].label}: the bot can’t give it.`;
						return (
							remedy && (
								<Notice key={key} tone="error" live={false} title={title}>
									{remedy}
								</Notice>
							)
						);
					})}
				</fieldset>
				<DialogActions backTo="/admin">
					<Button variant="primary" pending={isSaving && 'Saving...'}>
						Save
					</Button>
				</DialogActions>
			</Form>
		</Dialog>
	);
}

const isListed = (listed: readonly { id: string }[], id: string) => listed.some((one) => one.id === id);

/** Renders the saved choice when Discord does not list it, so that saving the form keeps it. */
function SavedOption({ id, listed }: { id: string; listed: readonly { id: string }[] }) {
	if (id === '' || isListed(listed, id)) return null;
	return <option value={id}>{`Saved choice (${id})`}</option>;
}

function describeChannel({ name, writable, missing }: DiscordChannelView): string {
	return writable ? `#${name}` : `#${name} (the bot needs ${missing.join(', ')})`;
}
