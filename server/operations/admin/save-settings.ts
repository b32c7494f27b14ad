import { isDeepStrictEqual } from 'node:util';
import { inTransaction } from '~/database/connection.ts';
import { execute, rows } from '~/database/sql.ts';
import {
	ANNOUNCEMENT_SETTINGS,
	announcementSettings,
	bannerText,
	linkPreviewsValue,
	type SettingsView,
	saveAnnouncementsInput,
	saveSettingsInput,
	settingInput,
	tableUrl,
} from '~/domain/admin/schema.ts';
import type { LostPosts } from '~/domain/discord/post-problems.ts';
import {
	AUTO_SPLIT_DEFAULTS,
	AUTO_SPLIT_SETTING,
	type AutoSplitConfig,
	readAutoSplitConfig,
} from '~/domain/groups/config.ts';
import { ANNOUNCE_DAYS } from '~/domain/limits.ts';
import { invalid, missing, Refusal } from '~/domain/refusal.ts';
import type { DepartureHold } from '~/domain/users/membership.ts';
import {
	DEFAULT_REMINDER_MINUTES,
	parseReminderMinutes,
	parseReminderWay,
} from '~/domain/users/reminders.ts';
import { findImageByHash, readImageBytes } from '../../images/store.ts';
import { inJobTransaction } from '../../queue.ts';
import { readAnnouncementSettings, readLostPosts } from '../announcements/index.ts';
import { type ChosenImage, chooseImage, getImageId } from '../events/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { lockEvents } from '../kernel/lock-event.ts';
import { type ChangeContext, defineChange, defineOperation } from '../kernel/operation.ts';
import { readSetting } from '../kernel/settings.ts';
import { keepForUndo } from '../kernel/undo.ts';
import { findDepartureHold } from '../members/index.ts';
import { renewMirrors } from '../mirror/index.ts';
import { requireUsableChoices } from './read-announcement-form.ts';

/** Returns the settings that every member may read, '' for one that is not set (GET /api/events/site-settings). */
export const readSiteSettings = defineOperation({
	allow: 'settings.readSite',
	handle: async (): Promise<{ events_banner: string }> => ({
		events_banner: await readSetting('events_banner'),
	}),
});

/** The values of the settings card. */
export type SettingsOnCard = {
	events_banner: string;
	/** The hash of the default image of mirrored events, or null without one. */
	imageHash: string | null;
	autoSplit: AutoSplitConfig;
	/** Whether links show their events. */
	linkPreviews: boolean;
	tableUrl: string;
	/** Whether events are announced on Discord, and whether the role that they mention was deleted there. */
	hasAnnouncements: boolean;
	isRoleDeleted: boolean;
	/** What was lost with a deleted channel or thread. */
	lostPosts: LostPosts;
	/** The departures that wait for an admin. */
	departures: DepartureHold | null;
};

/** Returns the values of the settings card. */
export const readSettingsCard = defineOperation({
	allow: 'settings.read',
	async handle({ now }): Promise<SettingsOnCard> {
		const { channelId, isRoleDeleted } = await readAnnouncementSettings();
		const hash = await readSetting('discord_event_image');
		const image = await findImageByHash(hash);
		return {
			events_banner: await readSetting('events_banner'),
			imageHash: image && hash,
			autoSplit: readAutoSplitConfig(await readSetting(AUTO_SPLIT_SETTING)),
			linkPreviews: (await readSetting('link_previews')) === 'true',
			tableUrl: await readSetting('table_url'),
			hasAnnouncements: channelId !== '',
			isRoleDeleted,
			lostPosts: await readLostPosts(now),
			departures: await findDepartureHold(now),
		};
	},
});

/**
 * Returns every setting by its key, '' when it is not set; the image is a data URL, the reminder times are those in use
 * (GET /api/admin/settings).
 */
export const readSettings = defineOperation({
	allow: 'settings.read',
	handle: (): Promise<SettingsView> => selectSettings(),
});

/**
 * Changes one setting; '' clears it (PUT /api/admin/settings/{key}). A new image is sent to every mirrored active event
 * without its own image. Throws Refusal 'missing' when the key is unknown, 'invalid' when the value is not valid for
 * its key or the bot cannot use it on Discord, 'unavailable' when too many images are being decoded.
 */
export const setSetting = defineOperation({
	allow: 'settings.set',
	params: ['key'],
	input: settingInput,
	async handle({ actor, params: { key }, input: { value }, now }): Promise<SettingsView> {
		if (isTextSetting(key)) {
			const parsed = textSettings[key].safeParse(value);
			if (!parsed.success) throw invalid({ value: parsed.error.issues.map(({ message }) => message) });
			await requireUsableChoices({ [key]: parsed.data }).catch((error) => rethrowAsValueError(error, key));
			await inTransaction((transaction) => writeSetting(key, parsed.data, { actor, now, transaction }));
		} else if (key === 'discord_event_image') {
			const image = await chooseImage({ image: value }).catch((error) => rethrowAsValueError(error, 'image'));
			await inJobTransaction((transaction) => saveImage(image, { actor, now, transaction }));
		} else throw missing('Setting');
		return selectSettings();
	},
});

const textSettings = {
	events_banner: bannerText,
	link_previews: linkPreviewsValue,
	table_url: tableUrl,
	...announcementSettings,
};
const isTextSetting = (key: string): key is keyof typeof textSettings => Object.hasOwn(textSettings, key);

/** Throws the error again. The text for the field `name` is then under `value`, the field of the request body. */
function rethrowAsValueError(error: unknown, name: string): never {
	const errors = error instanceof Refusal ? error.fields?.[name] : undefined;
	throw errors ? invalid({ value: errors }) : error;
}

/** Saves the settings card. Throws Refusal 'invalid' when the banner is too long or no such image is stored. */
export const saveSettings = defineChange({
	allow: 'settings.save',
	input: saveSettingsInput,
	inTransaction: inJobTransaction,
	work: ({ input, context }): Promise<{ message: string }> =>
		keepForUndo('settings.set', context, async () => {
			const { events_banner, imageHash, autoSplit, linkPreviews, tableUrl } = input;
			await writeSetting('events_banner', events_banner, context);
			if (imageHash !== undefined) await saveImage(await chooseImage({ imageHash }), context);
			if (linkPreviews !== undefined) await writeSetting('link_previews', String(linkPreviews), context);
			if (tableUrl !== undefined) await writeSetting('table_url', tableUrl, context);
			// The defaults are not stored, so that a new version can change them.
			if (autoSplit) {
				const value = isDeepStrictEqual(autoSplit, AUTO_SPLIT_DEFAULTS) ? '' : JSON.stringify(autoSplit);
				await writeSetting(AUTO_SPLIT_SETTING, value, context);
			}
			return { message: 'Settings saved' };
		}),
});

/**
 * Saves the settings of announcements, reminders and roles on Discord. Throws Refusal 'invalid' when an ID is not one of
 * Discord's or a reminder time is not offered, and as `requireUsableChoices` does.
 */
export const saveAnnouncementSettings = defineOperation({
	allow: 'settings.saveAnnouncements',
	input: saveAnnouncementsInput,
	async handle({ actor, input, now }): Promise<{ message: string }> {
		await requireUsableChoices(input);
		await inTransaction((transaction) => {
			const context = { actor, now, transaction };
			return keepForUndo('settings.set', context, async () => {
				for (const key of ANNOUNCEMENT_SETTINGS) {
					const value = input[key];
					if (value !== undefined) await writeSetting(key, value, context);
				}
			});
		});
		return { message: 'Settings saved' };
	},
});

/** Saves only the hash of the image. Its bytes are in the table of all images. */
async function saveImage(image: ChosenImage | null, context: ChangeContext): Promise<void> {
	if (image) await getImageId(image, context.transaction);
	const isChanged = await writeSetting('discord_event_image', image?.hash ?? '', context);
	if (isChanged) await renewMirrorsWithoutImage(context);
}

/** The values of settings that were never set; '' for a setting that is not listed. */
const DEFAULT_VALUES: Record<string, string> = {
	reminder_minutes: DEFAULT_REMINDER_MINUTES.join(','),
	reminder_way: parseReminderWay(null),
	link_previews: 'false',
	announce_days_before: String(ANNOUNCE_DAYS.default),
};

/**
 * Saves a value and returns whether it changed. An unchanged value gets no audit entry, nor does the default of a
 * setting that was never set.
 */
async function writeSetting(
	key: keyof SettingsView | typeof AUTO_SPLIT_SETTING,
	value: string,
	context: ChangeContext,
): Promise<boolean> {
	return keepForUndo('settings.set', context, async () => {
		const changedCount = await execute(
			`INSERT INTO settings AS s (key, value, updated_at) SELECT :key, :value, :now::timestamptz
		WHERE :value <> :defaultValue OR EXISTS (SELECT FROM settings WHERE key = :key)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
		WHERE s.value <> excluded.value`,
			{ key, value, defaultValue: DEFAULT_VALUES[key] ?? '', now: context.now },
			context.transaction,
		);
		if (changedCount === 0) return false;
		await recordAudit('settings.set', { type: 'setting', id: key }, context, { isSet: value !== '' });
		return true;
	});
}

/** Sends the default picture to the Discord events of all active events without their own. */
export async function renewMirrorsWithoutImage({
	transaction,
	now,
}: Pick<ChangeContext, 'transaction' | 'now'>): Promise<void> {
	const isMirrored = 'EXISTS (SELECT FROM discord_mirrors m WHERE m.event_id = e.id)';
	const withoutImage = `e.image_id IS NULL AND e.status = 'active' AND ${isMirrored}`;
	await renewMirrors(await lockEvents(withoutImage, {}, transaction, 'NO_KEY_UPDATE'), transaction, now);
}

async function selectSettings(): Promise<SettingsView> {
	const found = await rows<{ key: string; value: string }>('SELECT key, value FROM settings');
	const values = new Map(found.map(({ key, value }) => [key, value]));
	const read = (key: keyof SettingsView) => values.get(key) ?? '';
	const image = await findImageByHash(read('discord_event_image'));
	const bytes = image && (await readImageBytes(image.id));
	return {
		events_banner: read('events_banner'),
		announcement_channel_id: read('announcement_channel_id'),
		announcement_threads: read('announcement_threads'),
		announcement_role_id: read('announcement_role_id'),
		role_tonight: read('role_tonight'),
		role_storytellers_tonight: read('role_storytellers_tonight'),
		announce_days_before: read('announce_days_before') || String(ANNOUNCE_DAYS.default),
		reminder_minutes: parseReminderMinutes(values.get('reminder_minutes') ?? null).join(','),
		reminder_way: parseReminderWay(values.get('reminder_way') ?? null),
		link_previews: read('link_previews') === 'true' ? 'true' : 'false',
		table_url: read('table_url'),
		discord_event_image: image && bytes ? `data:${image.mime};base64,${bytes.toString('base64')}` : '',
	};
}
