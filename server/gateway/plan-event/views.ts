import {
	type ButtonRow,
	type Embed,
	escapeWithin,
	NO_SIGNUPS,
	toAnnouncement,
	toButton,
	toLinkButton,
	toTimestamp,
} from '~/domain/discord/announcement.ts';
import { BUTTON_STYLE, OPTIONS_MAX, type SelectRow, toMenu } from '~/domain/discord/components.ts';
import { encodeCustomId, type PlanId } from '~/domain/discord/custom-id.ts';
import type { DraftedEvent, TypedDraft } from '~/domain/discord/event-draft.ts';
import { EVENT_FORM_FIELDS } from '~/domain/events/fields.ts';
import { formatCount } from '~/domain/format-count.ts';
import { countPlaces } from '~/domain/places/places.ts';
import { mapStatuses } from '~/domain/signups/statuses.ts';
import { shorten } from '~/domain/text.ts';
import { formatDisplayName } from '~/domain/users/display.ts';
import type { DraftView } from '../../operations/botc/index.ts';
import type { Reply } from '../reply.ts';
import { formatDraftState, type Inputs, toTextInputs } from './modal-inputs.ts';

/** The inputs of the modal, by their custom ids. */
const INPUTS: Inputs<keyof TypedDraft> = {
	title: EVENT_FORM_FIELDS.title,
	when: {
		label: 'When',
		description: 'fri 8:30pm, tomorrow 20:30, 2026-12-04 20:30, in 3 hours. Eastern, or add a timezone.',
		maxLength: 100,
		required: true,
	},
	duration: { label: EVENT_FORM_FIELDS.duration.label, maxLength: 10, required: true },
	location: EVENT_FORM_FIELDS.location,
	description: EVENT_FORM_FIELDS.description,
};

/** Returns the modal in which an event is typed, filled with a draft; `id` says what a submission changes. */
export function toPlanModal(id: PlanId, draft: TypedDraft, gameName: string) {
	const isOfEvent = id.step === 'edit';
	const titleHint =
		id.step === 'new' ? { description: shorten(`Empty: the weekday and “${gameName}”`, 100) } : {};
	const title = { ...INPUTS.title, ...titleHint, required: isOfEvent };
	return {
		custom_id: encodeCustomId(id),
		title: isOfEvent ? 'Edit event' : 'Event',
		components: toTextInputs({ ...INPUTS, title }, draft),
	};
}

/** The number of places that the menu offers beside the chosen one. */
const PLACES = [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 30];

type PreviewAddresses = { form: string; event: string };

/** Returns a draft as its announcement will look, or what is wrong with it; `questions` are asked before it is saved. */
export function toPreview(
	view: DraftView,
	questions: readonly string[],
	{ form, event }: PreviewAddresses,
): Reply {
	const { id: draftId, planned, errors } = view;
	const toSave = (label: string) =>
		toButton(label, { kind: 'plan', step: 'save', draftId }, BUTTON_STYLE.green);
	const label = view.eventId === null ? 'Create' : 'Save';
	const buttons: ButtonRow = {
		type: 1,
		components: [
			...(planned ? [toSave(questions.length > 0 ? `${label} anyway` : label)] : []),
			toButton(
				'Edit again',
				{ kind: 'plan', step: 'again', draftId },
				planned ? undefined : BUTTON_STYLE.blurple,
			),
			toLinkButton(form, 'More options'),
		],
	};
	return {
		content: formatDraftState(planned ? { questions } : { errors }),
		embeds: planned ? [toEmbed(planned, view, event)] : [],
		components: [...toStorytellerMenu(view), toPlacesMenu(view), buttons],
	};
}

/** Returns what the announcement shows, without signups, which a draft does not change. */
function toEmbed(planned: DraftedEvent, view: DraftView, address: string): Embed {
	const [embed] = toAnnouncement(toAnnounced(planned, view), { address, imageFile: null }).embeds;
	return { ...embed, fields: embed.fields.filter((field) => field !== NO_SIGNUPS) };
}

const toAnnounced = (planned: DraftedEvent, view: DraftView) => {
	const names = new Map(view.storytellers.map(({ id, name }) => [id, name]));
	const places = countPlaces(planned.capacity, {
		storytellers: planned.storytellerIds.length,
		maxPlayersPerGroup: view.placesPerStoryteller,
	});
	return {
		...planned,
		id: view.eventId ?? view.id,
		status: 'active' as const,
		cancelReason: null,
		storytellers: planned.storytellerIds.map((id) => names.get(id) ?? formatDisplayName(null, 'storyteller')),
		signups: mapStatuses(() => []),
		places: places === null ? null : formatCount(places, 'place'),
	};
};

/** Returns the menu of storytellers; none when Discord's menu has too few options for those who are chosen. */
function toStorytellerMenu({ id: draftId, draft, storytellers }: DraftView): SelectRow[] {
	const isChosen = ({ id }: { id: string }) => draft.storytellerIds.includes(id);
	const offered = [...storytellers.filter(isChosen), ...storytellers.filter((user) => !isChosen(user))].slice(
		0,
		OPTIONS_MAX,
	);
	if (offered.length === 0 || draft.storytellerIds.length > OPTIONS_MAX) return [];
	return toMenu({ kind: 'plan', step: 'storytellers', draftId }, 'Storytellers', {
		min: 0,
		max: offered.length,
		options: offered.map((user) => ({ value: user.id, label: user.name, default: isChosen(user) })),
	});
}

function toPlacesMenu({ id: draftId, draft }: DraftView): SelectRow {
	const numbers = new Set(PLACES);
	if (/^\d+$/.test(draft.places)) numbers.add(Number(draft.places));
	const choices = [
		['', 'No limit of places'],
		['storytellers', 'As many places as the storytellers can lead'],
		...[...numbers].sort((a, b) => a - b).map((count) => [String(count), formatCount(count, 'place')]),
	];
	const options = choices.map(([value = '', label = '']) => ({
		value: value || NO_LIMIT,
		label,
		default: value === draft.places,
	}));
	const [menu] = toMenu({ kind: 'plan', step: 'places', draftId }, 'Places', { min: 1, max: 1, options });
	return menu;
}

/** Discord's options have a text. */
export const NO_LIMIT = 'none';

/** Returns the reply after a draft was saved as its event. */
export const toSavedReply = (
	event: { title: string; date: string },
	{ isNew, address }: { isNew: boolean; address: string },
): Reply => ({
	content: `**${escapeWithin(event.title, 200)}** is ${isNew ? 'created' : 'saved'}: ${toTimestamp(new Date(event.date), 'F')}`,
	embeds: [],
	components: [{ type: 1, components: [toLinkButton(address)] }],
});
