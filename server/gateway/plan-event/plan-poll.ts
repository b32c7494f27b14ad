import type { ModalSubmitFields } from 'discord.js';
import {
	type ButtonRow,
	escapeWithin,
	toButton,
	toLinkButton,
	toTimestamp,
} from '~/domain/discord/announcement.ts';
import { BUTTON_STYLE } from '~/domain/discord/components.ts';
import { encodeCustomId, type PollDraftId } from '~/domain/discord/custom-id.ts';
import type { PlannedPoll, PollDraft } from '~/domain/discord/poll-draft.ts';
import { toPollAnnouncement } from '~/domain/discord/poll-messages.ts';
import { UNKNOWN_BUTTON } from '~/domain/discord/replies.ts';
import { EVENT_FORM_FIELDS } from '~/domain/events/fields.ts';
import { POLL_TIMES_MAX } from '~/domain/polls/schema.ts';
import { config } from '../../config.ts';
import {
	openNewPollDraft,
	type PollDraftView,
	reopenPollDraft,
	savePollDraft,
	saveTypedPoll,
} from '../../operations/botc/index.ts';
import { getPollUrl } from '../../operations/kernel/poll-rows.ts';
import type { MemberCall, Reply } from '../reply.ts';
import { formatDraftState, type Inputs, readTexts, toTextInputs } from './modal-inputs.ts';

/**
 * How creators ask for the date of an event on Discord. `/botc poll` opens a modal; what was typed becomes a draft, whose
 * reply shows the poll until it is created. Each function throws the Refusals of its operation.
 */

const INPUTS: Inputs<keyof PollDraft> = {
	title: { ...EVENT_FORM_FIELDS.title, required: true },
	times: {
		label: 'Times',
		description: `One on each line, up to ${POLL_TIMES_MAX}: fri 8:30pm, 2026-12-04 20:30. Eastern, or add a timezone.`,
		maxLength: 1_000,
		isLong: true,
		required: true,
	},
	answerBy: {
		label: 'Answer by',
		description: 'Until when players can answer, before the first time: thu 8pm, in 3 days.',
		maxLength: 100,
		required: true,
	},
	location: EVENT_FORM_FIELDS.location,
	description: EVENT_FORM_FIELDS.description,
};

const toPollModal = (id: PollDraftId, draft: PollDraft) => ({
	custom_id: encodeCustomId(id),
	title: 'Find a date',
	components: toTextInputs(INPUTS, draft),
});

/** Returns the modal of `/botc poll`. */
export async function readPollModal(call: MemberCall): Promise<ReturnType<typeof toPollModal>> {
	const { id, draft } = await openNewPollDraft(call, null);
	return toPollModal(
		id ? { kind: 'pollDraft', step: 'again', draftId: id } : { kind: 'pollDraft', step: 'new' },
		draft,
	);
}

/** Returns the modal of “Edit again”. */
export async function readPollDraftModal(draftId: string, call: MemberCall) {
	const draft = await reopenPollDraft(call, { draftId });
	return toPollModal({ kind: 'pollDraft', step: 'again', draftId }, draft);
}

/** Stores what was typed in a modal and returns its preview. */
export async function executePollModal(
	id: PollDraftId,
	fields: ModalSubmitFields,
	call: MemberCall,
): Promise<Reply> {
	const target = id.step === 'new' ? {} : { draftId: id.draftId };
	return toPreview(
		await call.perform(saveTypedPoll, { read: () => ({ ...target, typed: readTexts(fields) }) }),
	);
}

/** Creates the poll of a draft and returns the reply. */
export async function executePollDraftButton(id: PollDraftId, call: MemberCall): Promise<Reply> {
	if (id.step !== 'save') return { content: UNKNOWN_BUTTON };
	const { poll, view } = await call.perform(savePollDraft, { params: { draftId: id.draftId } });
	if (!poll) return toPreview(view);
	const answerBy = toTimestamp(new Date(poll.answer_by), 'F');
	return {
		content: `The poll **${escapeWithin(poll.title, 250)}** is created. Players can answer until ${answerBy}. On its page you choose the date.`,
		embeds: [],
		components: [{ type: 1, components: [toLinkButton(getPollUrl(poll.id))] }],
	};
}

/** Returns the reply that shows a draft as its announcement will look, or what is wrong with it. */
function toPreview({ id: draftId, planned, errors }: PollDraftView): Reply {
	const buttons: ButtonRow = {
		type: 1,
		components: [
			...(planned
				? [toButton('Create', { kind: 'pollDraft', step: 'save', draftId }, BUTTON_STYLE.green)]
				: []),
			toButton(
				'Edit again',
				{ kind: 'pollDraft', step: 'again', draftId },
				planned ? undefined : BUTTON_STYLE.blurple,
			),
		],
	};
	return {
		content: formatDraftState(planned ? { questions: [] } : { errors }),
		embeds: planned ? toAnnouncement(draftId, planned).embeds : [],
		components: [buttons],
	};
}

function toAnnouncement(id: string, planned: PlannedPoll) {
	const times = planned.times.map(({ date, duration }) => ({
		id: date,
		date,
		duration,
		yes: 0,
		if_needed: 0,
		no: 0,
		playable_groups: 0,
	}));
	const address = new URL('/polls', config().APP_URL).href;
	return toPollAnnouncement({ ...planned, id, status: 'open', times }, { address, event: null });
}
