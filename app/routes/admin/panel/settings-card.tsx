import { Form, useNavigation } from 'react-router';
import * as css from '~/app/routes/admin/admin-page.css.ts';
import { PictureField, toImageUrl } from '~/app/shell/picture-field.tsx';
import { getBoxProps, getTextProps, useFormFields } from '~/app/shell/use-form-fields.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { Checkbox, TextArea, TextInput } from '~/app/ui/field.tsx';
import { Megaphone } from '~/app/ui/icons.ts';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import {
	describeLostPosts,
	LOST_POSTS_ADDRESS,
	type LostPosts,
	POST_LOST_LABEL,
} from '~/domain/discord/post-problems.ts';
import { FAILURES } from '~/domain/failures.ts';
import { formatNumber } from '~/domain/format-count.ts';
import { AUTO_SPLIT_FIELD_NAMES, AUTO_SPLIT_FIELDS, mapAutoSplit } from '~/domain/groups/config.ts';
import { IMAGE_RECOMMENDED, TEXT_LIMITS } from '~/domain/limits.ts';
import { type DepartureHold, describeHold, HOLD_ADDRESS, HOLD_REMEDY } from '~/domain/users/membership.ts';
import type { SettingsOnCard } from '~/server/operations/admin/index.ts';
import type { ButtonState, SettingsState, SettingsValues } from './settings-form.ts';

type SettingsCardProps = {
	saved: SettingsOnCard;
	/** The form as it was sent, after a refusal or a picture button. */
	state: SettingsState | ButtonState | null;
};

/**
 * Renders the site settings: the banner above the events, the picture of mirrored events on Discord, the numbers of
 * auto-split, link previews, and the online table. Announcements have a separate dialog.
 */
export function SettingsCard({ saved, state }: SettingsCardProps) {
	return (
		<Card aria-labelledby="site-settings" id="settings">
			<CardHead title="Site Settings" id="site-settings" />
			{state && 'departuresRefusal' in state && (
				<FailureNotice failure={state.departuresRefusal} title={FAILURES['departures.confirm']} />
			)}
			{state && 'lostPostsRefusal' in state && (
				<FailureNotice failure={state.lostPostsRefusal} title={FAILURES['announcements.postLost']} />
			)}
			{saved.departures && <Departures hold={saved.departures} />}
			{saved.hasAnnouncements && saved.isRoleDeleted && (
				<Notice tone="error" live={false} title={ADMIN_TEXTS.roleDeleted} className={css.hold}>
					{ADMIN_TEXTS.chooseOtherRole}
				</Notice>
			)}
			<Lost posts={saved.lostPosts} />
			{/* The key resets the form to the saved values after every save. */}
			<SettingsForm
				key={JSON.stringify([toValues(saved), saved.imageHash])}
				saved={saved}
				state={state && 'values' in state ? state : null}
			/>
			<div className={css.announcements}>
				<p className={muted}>
					{saved.hasAnnouncements
						? 'New events are announced on Discord.'
						: 'Announce new events in a Discord channel, with signup buttons.'}{' '}
					Choose when members are reminded of their events, and which roles they have during them.
				</p>
				<ButtonLink to="/admin/announcements" icon={Megaphone} preventScrollReset>
					Announcements and reminders
				</ButtonLink>
			</div>
		</Card>
	);
}

function Departures({ hold }: { hold: DepartureHold }) {
	return (
		<Notice title={describeHold(hold)} live={false} className={css.hold}>
			{HOLD_REMEDY}
			<Form method="post" action={HOLD_ADDRESS} className={css.confirm}>
				<Button name="intent" value="departures.confirm">
					They have left
				</Button>
			</Form>
		</Notice>
	);
}

/** Renders what was lost with a channel or thread that was deleted on Discord, with the button that posts it again. */
function Lost({ posts }: { posts: LostPosts }) {
	const lost = describeLostPosts(posts);
	if (!lost) return null;
	return (
		<Notice tone="error" live={false} title={lost.title} className={css.hold}>
			{lost.remedy}
			{lost.canPost && (
				<Form method="post" action={LOST_POSTS_ADDRESS} className={css.confirm}>
					<Button name="intent" value="announcements.postLost">
						{POST_LOST_LABEL}
					</Button>
				</Form>
			)}
		</Notice>
	);
}

function SettingsForm({ saved, state }: { saved: SettingsCardProps['saved']; state: SettingsState | null }) {
	const isSaving = useNavigation().formData?.get('intent') === 'settings.save';
	const image = state?.image ?? { hash: null, isRemoved: false };
	const refusal = state?.refusal;
	const fields = useFormFields({ id: 'settings-form', values: state?.values ?? toValues(saved), refusal });
	const autoSplit = fields.autoSplit.getFieldset();
	return (
		<Form
			id="settings-form"
			method="post"
			action="/admin#settings"
			encType="multipart/form-data"
			className={css.settings}
		>
			<input type="hidden" name="intent" value="settings.save" />
			{/* Enter presses the form's first button. This one saves; the next one would change the picture. */}
			<button type="submit" hidden tabIndex={-1} aria-hidden="true" />
			<FailureNotice failure={refusal} title={FAILURES['settings.save']} />
			<TextArea
				{...getTextProps(fields.events_banner)}
				label="Events banner text"
				hint={`Shown above the events list. ${formatNumber(TEXT_LIMITS.banner)} characters max.`}
				maxLength={TEXT_LIMITS.banner}
			/>
			<PictureField
				label="Discord event image"
				hint={`For mirrored events without their own image. JPG, PNG or GIF under 10MB. ${IMAGE_RECOMMENDED.width}×${IMAGE_RECOMMENDED.height} works best.`}
				variant={1}
				saved={saved.imageHash && toImageUrl(saved.imageHash)}
				image={image}
				error={refusal?.fieldErrors.image ?? refusal?.fieldErrors.imageHash}
			/>
			<fieldset className={css.autoSplit}>
				<legend className={css.legend}>Auto-Split</legend>
				{AUTO_SPLIT_FIELD_NAMES.map((name) => (
					<TextInput
						key={name}
						type="number"
						inputMode="numeric"
						{...getTextProps(autoSplit[name])}
						label={AUTO_SPLIT_FIELDS[name].label}
						min={1}
						max={AUTO_SPLIT_FIELDS[name].most}
					/>
				))}
			</fieldset>
			<Checkbox
				{...getBoxProps(fields.linkPreviews)}
				label="Show events in link previews"
				hint="Anyone on the internet can then see the title, time and number of players of every event."
			/>
			<TextInput
				type="url"
				inputMode="url"
				{...getTextProps(fields.tableUrl)}
				label="Address of your online table"
				hint="Storytellers then get a link for the players of each group. Empty for none."
				placeholder="https://"
				maxLength={TEXT_LIMITS.tableUrl}
			/>
			<Button variant="primary" className={css.save} pending={isSaving && 'Saving...'}>
				Save
			</Button>
		</Form>
	);
}

const toValues = ({
	events_banner,
	autoSplit,
	linkPreviews,
	tableUrl,
}: SettingsCardProps['saved']): SettingsValues => ({
	events_banner,
	autoSplit: mapAutoSplit(autoSplit, String),
	linkPreviews,
	tableUrl,
});
