import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { AUTO_SPLIT_FIELD_NAMES, type AutoSplitConfig } from '~/domain/groups/config.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { type FieldErrors, invalid } from '~/domain/refusal.ts';
import { storeFormImage } from '~/server/http/form-image.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { saveSettings } from '~/server/operations/admin/index.ts';

const mapAutoSplit = <Value>(read: (name: keyof AutoSplitConfig) => Value) =>
	Object.fromEntries(AUTO_SPLIT_FIELD_NAMES.map((name) => [name, read(name)])) as Record<
		keyof AutoSplitConfig,
		Value
	>;

/** The settings card's form as it was sent. */
export type SettingsState = {
	banner: string;
	autoSplit: Record<keyof AutoSplitConfig, string>;
	linkPreviews: boolean;
	/** A picture that an earlier request has stored, or whether the saved picture is to be removed. */
	image: { hash: string | null; isRemoved: boolean };
	refusal: { error: string; fieldErrors: FieldErrors } | null;
};

/** Saves the settings. Returns the form's state after a refusal, or after a picture button without script. */
export async function receiveSettings(request: Request, context: Readonly<RouterContextProvider>) {
	guardPage(context, 'settings.save');
	const form = await readPageForm(request, BODY_LIMITS.image);
	const picture = await storeFormImage(form, context);
	const hash = picture.hash ?? (readText(form, 'imageHash') || null);
	const state: SettingsState = {
		banner: readText(form, 'events_banner'),
		autoSplit: mapAutoSplit((name) => readText(form, name)),
		linkPreviews: form.has('link_previews'),
		image: { hash, isRemoved: hash === null && form.has('imageRemoved') },
		refusal: null,
	};
	const button = readText(form, 'image-button');
	// The first press removes the chosen image, the next one the saved image.
	if (button)
		return data({ ...state, image: { hash: null, isRemoved: button === 'remove' && hash === null } });
	const read = () => {
		if (picture.errors.image) throw invalid({ image: picture.errors.image });
		const imageHash = hash ?? (state.image.isRemoved ? null : undefined);
		const hasNumbers = AUTO_SPLIT_FIELD_NAMES.some((name) => form.has(name));
		const autoSplit = hasNumbers
			? mapAutoSplit((name) => Number(state.autoSplit[name] || Number.NaN))
			: undefined;
		const { linkPreviews } = state;
		return { events_banner: form.get('events_banner'), imageHash, autoSplit, linkPreviews };
	};
	const { refusal } = await submit(saveSettings, context, { read });
	if (!refusal)
		return redirectAfterForm(context, '/admin#settings', {
			tone: 'success',
			title: ADMIN_TEXTS.settingUpdated,
		});
	const { error, fieldErrors } = refusal;
	const nextImage = fieldErrors.image || fieldErrors.imageHash ? { ...state.image, hash: null } : state.image;
	return data({ ...state, image: nextImage, refusal: { error, fieldErrors } }, { status: refusal.status });
}
