import type {
	ChatInputCommandInteraction,
	MessageContextMenuCommandInteraction,
	ModalSubmitFields,
} from 'discord.js';
import type { PlanId } from '~/domain/discord/custom-id.ts';
import { formatMissingReply, toNudgeButtons, UNKNOWN_BUTTON } from '~/domain/discord/replies.ts';
import { config } from '../../config.ts';
import {
	chooseInDraft,
	type DraftView,
	findEventOfMessage,
	openEvent,
	openNewDraft,
	reopenDraft,
	saveDraft,
	saveTypedDraft,
} from '../../operations/botc/index.ts';
import { listMissingMembers, readNudge } from '../../operations/direct-messages/index.ts';
import { getEventUrl } from '../../operations/mirror/index.ts';
import type { MemberCall, Reply } from '../reply.ts';
import { readTexts } from './modal-inputs.ts';
import { NO_LIMIT, toPlanModal, toPreview, toSavedReply } from './views.ts';

/**
 * How creators plan an event on Discord. `/botc create` or `/botc edit` opens a modal; what was typed becomes a draft, whose
 * reply has menus and buttons until it is saved. Each function throws the Refusals of its operation.
 */

/** Returns the modal of `/botc create`, or of `/botc edit` for the chosen event. */
export async function readPlanModal(
	{ options }: ChatInputCommandInteraction,
	call: MemberCall,
): Promise<ReturnType<typeof toPlanModal>> {
	if (options.getSubcommand() === 'edit')
		return toEventModal(await openEvent(call, { name: options.getString('event') }));
	const { id, draft } = await openNewDraft(call, null);
	const step: PlanId = id ? { kind: 'plan', step: 'again', draftId: id } : { kind: 'plan', step: 'new' };
	return toPlanModal(step, draft, config().GAME_NAME);
}

/** Returns the modal of “Edit event” in the menu of a message. */
export const readMenuModal = async (
	{ targetId }: MessageContextMenuCommandInteraction,
	call: MemberCall,
): Promise<ReturnType<typeof toPlanModal>> => toEventModal(await openEvent(call, { messageId: targetId }));

const toEventModal = ({ eventId, version, typed }: Awaited<ReturnType<typeof openEvent>>) =>
	toPlanModal({ kind: 'plan', step: 'edit', eventId, version }, typed, config().GAME_NAME);

/** Returns who has not signed up for the event of a message, with a button that asks them. */
export async function listMissing(
	{ targetId }: MessageContextMenuCommandInteraction,
	call: MemberCall,
): Promise<Reply> {
	const eventId = await call.perform(findEventOfMessage, { params: { messageId: targetId } });
	const missing = await call.perform(listMissingMembers, { params: { eventId } });
	const { recipients, available_at } = await call.perform(readNudge, { params: { eventId } });
	return {
		content: formatMissingReply(missing, getEventUrl(eventId)),
		components: recipients > 0 && available_at === null ? [toNudgeButtons(eventId)] : [],
	};
}

/** Returns the modal of “Edit again”. */
export async function readDraftModal(draftId: string, call: MemberCall) {
	const draft = await reopenDraft(call, { draftId });
	return toPlanModal({ kind: 'plan', step: 'again', draftId }, draft, config().GAME_NAME);
}

/** Stores what was typed in a modal and returns its preview. */
export async function executePlanModal(
	id: PlanId,
	fields: ModalSubmitFields,
	call: MemberCall,
): Promise<Reply> {
	const typed = readTexts(fields);
	const target =
		id.step === 'edit'
			? { event: { id: id.eventId, version: id.version } }
			: id.step === 'new'
				? {}
				: { draftId: id.draftId };
	return preview(await call.perform(saveTypedDraft, { read: () => ({ ...target, typed }) }));
}

/** Stores what was chosen in a menu and returns the preview. */
export async function executePlanMenu(
	id: PlanId,
	values: readonly string[],
	call: MemberCall,
): Promise<Reply> {
	if (id.step !== 'storytellers' && id.step !== 'places') return { content: UNKNOWN_BUTTON };
	const [first = ''] = values;
	const chosen =
		id.step === 'storytellers' ? { storytellerIds: values } : { places: first === NO_LIMIT ? '' : first };
	return preview(await call.perform(chooseInDraft, { params: { draftId: id.draftId }, read: () => chosen }));
}

/** Saves a draft as its event and returns the reply: the event, or what is asked before. */
export async function executePlanButton(id: PlanId, call: MemberCall): Promise<Reply> {
	if (id.step !== 'save') return { content: UNKNOWN_BUTTON };
	const outcome = await call.perform(saveDraft, { params: { draftId: id.draftId } });
	return outcome.event
		? toSavedReply(outcome.event, { isNew: outcome.isNew, address: getEventUrl(outcome.event.id) })
		: preview(outcome.view, outcome.questions);
}

function preview(view: DraftView, questions: readonly string[] = []): Reply {
	const { id, eventId } = view;
	const event = eventId === null ? new URL('/create-event', config().APP_URL).href : getEventUrl(eventId);
	const form = `${eventId === null ? event : `${event}/edit`}?draft=${id}`;
	return toPreview(view, questions, { form, event });
}
