import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { execute, one, rows } from '~/database/sql.ts';
import { bannerText, type SettingsView, saveSettingsInput, settingInput } from '~/domain/admin/schema.ts';
import {
	AUTO_SPLIT_DEFAULTS,
	AUTO_SPLIT_SETTING,
	type AutoSplitConfig,
	readAutoSplitConfig,
} from '~/domain/groups/config.ts';
import type { Actor } from '~/domain/policy.ts';
import { invalid, missing, Refusal } from '~/domain/refusal.ts';
import { findImageByHash, readImageBytes } from '../../images/store.ts';
import { inJobTransaction } from '../../queue.ts';
import { type ChosenImage, chooseImage, getImageId } from '../events/index.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineOperation } from '../kernel/operation.ts';
import { renewMirrors } from '../mirror/index.ts';

/**
 * Returns the settings that every member may read; '' for a setting that is not set
 * (GET /api/events/site-settings).
 */
export const readSiteSettings = defineOperation({
	allow: 'settings.readSite',
	input: z.object({}),
	handle: async (): Promise<{ events_banner: string }> => ({
		events_banner: await readValue('events_banner'),
	}),
});

/**
 * Returns the values of the settings card: the banner, the hash of the default image of mirrored events (or
 * null without one), and the auto-split config.
 */
export const readSettingsCard = defineOperation({
	allow: 'settings.read',
	input: z.object({}),
	async handle(): Promise<{ events_banner: string; imageHash: string | null; autoSplit: AutoSplitConfig }> {
		const hash = await readValue('discord_event_image');
		const image = await findImageByHash(hash);
		return {
			events_banner: await readValue('events_banner'),
			imageHash: image && hash,
			autoSplit: readAutoSplitConfig(await readValue(AUTO_SPLIT_SETTING)),
		};
	},
});

/**
 * Returns every setting by its key, '' when it is not set; the image is a data URL (GET /api/admin/settings).
 */
export const readSettings = defineOperation({
	allow: 'settings.read',
	input: z.object({}),
	handle: (): Promise<SettingsView> => selectSettings(),
});

/**
 * Changes one setting; '' clears it (PUT /api/admin/settings/{key}). A new image is sent to every mirrored
 * active event without an image of its own. Throws Refusal 'missing' when the key is unknown, 'invalid' when
 * the banner is too long or the value is not a valid image, 'unavailable' when too many images are being
 * decoded.
 */
export const setSetting = defineOperation({
	allow: 'settings.set',
	params: ['key'],
	input: settingInput,
	async handle({ actor, params: { key }, input: { value }, now }): Promise<SettingsView> {
		if (key === 'events_banner') {
			const parsed = bannerText.safeParse(value);
			if (!parsed.success) throw invalid({ value: parsed.error.issues.map(({ message }) => message) });
			await inTransaction((transaction) => saveBanner(parsed.data, { actor, now, transaction }));
		} else if (key === 'discord_event_image') {
			const image = await chooseImage({ image: value }).catch(rethrowAsValueError);
			await inJobTransaction((transaction) => saveImage(image, { actor, now, transaction }));
		} else throw missing('Setting');
		return selectSettings();
	},
});

/** Throws the error again; an image error is under `value`, the field of the request body. */
function rethrowAsValueError(error: unknown): never {
	throw error instanceof Refusal && error.fields?.image ? invalid({ value: error.fields.image }) : error;
}

/**
 * Saves the whole settings card. Throws Refusal 'invalid' when the banner is too long or no image with this
 * hash is stored.
 */
export const saveSettings = defineOperation({
	allow: 'settings.save',
	input: saveSettingsInput,
	handle: ({ actor, input: { events_banner, imageHash, autoSplit }, now }): Promise<{ message: string }> =>
		inJobTransaction(async (transaction) => {
			await saveBanner(events_banner, { actor, now, transaction });
			if (imageHash !== undefined) {
				await saveImage(await chooseImage({ imageHash }), { actor, now, transaction });
			}
			if (autoSplit) await saveAutoSplit(autoSplit, { actor, now, transaction });
			return { message: 'Settings saved' };
		}),
});

type ChangeContext = { actor: Actor; now: Date; transaction: Transaction };

const saveBanner = (value: string, context: ChangeContext) => writeSetting('events_banner', value, context);

/** The defaults are not stored, so that they may change with the program. */
async function saveAutoSplit(config: AutoSplitConfig, context: ChangeContext): Promise<void> {
	const value = isDeepStrictEqual(config, AUTO_SPLIT_DEFAULTS) ? '' : JSON.stringify(config);
	await writeSetting(AUTO_SPLIT_SETTING, value, context);
}

/** Saves only the hash of the image. Its bytes are in the table of all images. */
async function saveImage(image: ChosenImage | null, context: ChangeContext): Promise<void> {
	if (image) await getImageId(image, context.transaction);
	const isChanged = await writeSetting('discord_event_image', image?.hash ?? '', context);
	if (isChanged) await renewMirrorsWithoutImage(context);
}

/** Saves a value and returns whether it changed. An unchanged value gets no audit entry. */
async function writeSetting(
	key: 'events_banner' | 'discord_event_image' | typeof AUTO_SPLIT_SETTING,
	value: string,
	{ actor, now, transaction }: ChangeContext,
): Promise<boolean> {
	const changedCount = await execute(
		`INSERT INTO settings AS s (key, value, updated_at) SELECT :key, :value, :now::timestamptz
		WHERE :value <> '' OR EXISTS (SELECT FROM settings WHERE key = :key)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
		WHERE s.value <> excluded.value`,
		{ key, value, now },
		transaction,
	);
	if (changedCount === 0) return false;
	const subject = { type: 'setting' as const, id: key };
	await recordAudit(
		{ actor, action: 'settings.set', subject, detail: { isSet: value !== '' }, now },
		transaction,
	);
	return true;
}

async function renewMirrorsWithoutImage({ transaction, now }: ChangeContext): Promise<void> {
	// Events are locked first and by id, as in every other operation, to avoid deadlocks.
	const events = await rows<{ id: string }>(
		`SELECT e.id FROM events e JOIN discord_mirrors m ON m.event_id = e.id
		WHERE e.image_id IS NULL AND e.status = 'active' ORDER BY e.id FOR NO KEY UPDATE OF e`,
		{},
		transaction,
	);
	await renewMirrors(
		events.map(({ id }) => id),
		transaction,
		now,
	);
}

async function selectSettings(): Promise<SettingsView> {
	const image = await findImageByHash(await readValue('discord_event_image'));
	const bytes = image && (await readImageBytes(image.id));
	return {
		events_banner: await readValue('events_banner'),
		discord_event_image: image && bytes ? `data:${image.mime};base64,${bytes.toString('base64')}` : '',
	};
}

async function readValue(key: string): Promise<string> {
	const row = await one<{ value: string }>('SELECT value FROM settings WHERE key = :key', { key });
	return row?.value ?? '';
}
