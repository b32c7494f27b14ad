import { data, type RouterContextProvider } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { readFormValues } from '~/app/shell/form-values.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { ADMIN_TEXTS } from '~/domain/admin/texts.ts';
import { LOST_POSTS_ADDRESS } from '~/domain/discord/post-problems.ts';
import { formatCount, inflect } from '~/domain/format-count.ts';
import { AUTO_SPLIT_DEFAULTS, mapAutoSplit } from '~/domain/groups/config.ts';
import { BODY_LIMITS } from '~/domain/limits.ts';
import { type FieldErrors, invalid } from '~/domain/refusal.ts';
import { storeFormImage } from '~/server/http/form-image.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { saveSettings } from '~/server/operations/admin/index.ts';
import { postLostAnnouncements } from '~/server/operations/announcements/index.ts';
import { confirmDepartures } from '~/server/operations/members/index.ts';

const EMPTY_FORM = {
	events_banner: '',
	autoSplit: mapAutoSplit(AUTO_SPLIT_DEFAULTS, () => ''),
	linkPreviews: false,
	tableUrl: '',
};
export type SettingsValues = typeof EMPTY_FORM;

export type SettingsState = {
	values: SettingsValues;
	/** A picture that an earlier request has stored, or whether the saved picture is to be removed. */
	image: { hash: string | null; isRemoved: boolean };
	refusal: { error: string; fieldErrors: FieldErrors } | null;
};

/** The settings card after a refused confirmation of departures, or a refused request to post again. */
export type ButtonState = { departuresRefusal: { error: string } } | { lostPostsRefusal: { error: string } };

/** Saves the settings, confirms departures, or posts lost messages again. Returns the form's state after a refusal, or after a picture button without script. */
export async function receiveSettings(request: Request, context: Readonly<RouterContextProvider>) {
	guardPage(context, 'settings.save');
	const form = await readPageForm(request, BODY_LIMITS.image);
	if (form.get('intent') === 'departures.confirm') return confirm(context);
	if (form.get('intent') === 'announcements.postLost') return postLost(context);
	const picture = await storeFormImage(form, context);
	const hash = picture.hash ?? (readText(form, 'imageHash') || null);
	const values = readFormValues(form, EMPTY_FORM);
	const image = { hash, isRemoved: hash === null && form.has('imageRemoved') };
	const state: SettingsState = { values, image, refusal: null };
	const button = readText(form, 'image-button');
	// The first press removes the chosen image, the next one the saved image.
	if (button)
		return data({ ...state, image: { hash: null, isRemoved: button === 'remove' && hash === null } });
	const read = () => {
		if (picture.errors.image) throw invalid({ image: picture.errors.image });
		const imageHash = hash ?? (image.isRemoved ? null : undefined);
		const autoSplit = mapAutoSplit(values.autoSplit, (text) => Number(text || Number.NaN));
		return {
			...values,
			// A form without this field is refused; it must not clear the banner.
			events_banner: form.get('events_banner'),
			imageHash,
			autoSplit: form.has('autoSplit.triggerCount') ? autoSplit : undefined,
		};
	};
	const { refusal } = await submit(saveSettings, context, { read });
	const notice = { tone: 'success', title: ADMIN_TEXTS.settingUpdated } as const;
	if (!refusal) return redirectAfterForm(context, '/admin#settings', await offerUndo(context, notice));
	const { error, fieldErrors } = refusal;
	const nextImage = fieldErrors.image || fieldErrors.imageHash ? { ...image, hash: null } : image;
	return data({ ...state, image: nextImage, refusal: { error, fieldErrors } }, { status: refusal.status });
}

async function confirm(context: Readonly<RouterContextProvider>) {
	const { result, refusal } = await submit(confirmDepartures, context, { read: () => ({}) });
	if (refusal) return data({ departuresRefusal: { error: refusal.error } }, { status: refusal.status });
	return redirectAfterForm(context, '/admin#settings', {
		tone: 'success',
		title: `${formatCount(result.users, 'member')} left. ${inflect(result.users, 'Their place goes', 'Their places go')} on to those who wait.`,
	});
}

async function postLost(context: Readonly<RouterContextProvider>) {
	const { result, refusal } = await submit(postLostAnnouncements, context, { read: () => ({}) });
	if (refusal) return data({ lostPostsRefusal: { error: refusal.error } }, { status: refusal.status });
	return redirectAfterForm(context, LOST_POSTS_ADDRESS, {
		tone: 'success',
		title: `${formatCount(result.events, 'event')} will be posted to Discord again.`,
	});
}
