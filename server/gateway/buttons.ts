import type { ButtonInteraction, ModalSubmitInteraction, StringSelectMenuInteraction } from 'discord.js';
import { decodeCustomId } from '~/domain/discord/custom-id.ts';
import { NOTES_INPUT, toNotesModal } from '~/domain/discord/notes-modal.ts';
import {
	formatArrivalLine,
	formatAttendanceReply,
	formatErasedReply,
	formatLeaveReply,
	formatNotesLine,
	formatNudgedReply,
	formatPlaceReply,
	formatRegularReply,
	formatSeatReply,
	formatSignupReply,
	toReplyButtons,
	UNKNOWN_BUTTON,
} from '~/domain/discord/replies.ts';
import { config } from '../config.ts';
import {
	findMember,
	getPressedEvent,
	openOwnNotes,
	readOwnSeat,
	saveOwnNotes,
	sayArrivalByButton,
	signUpByButton,
	undoByButton,
} from '../operations/botc/index.ts';
import { nudgeUsers } from '../operations/direct-messages/index.ts';
import { confirmAttendance } from '../operations/groups/index.ts';
import { perform } from '../operations/kernel/operation.ts';
import { getEventUrl } from '../operations/mirror/index.ts';
import { answerOffer } from '../operations/places/index.ts';
import { setRegular } from '../operations/signups/index.ts';
import { showOwnVotes, vote } from './answer-poll.ts';
import { toSignupReply } from './command.ts';
import { executeMessageModal, executeSendButton } from './message-players.ts';
import {
	executePlanButton,
	executePlanMenu,
	executePlanModal,
	readDraftModal,
} from './plan-event/plan-event.ts';
import { executePollDraftButton, executePollModal, readPollDraftModal } from './plan-event/plan-poll.ts';
import type { MemberCall, Reply } from './reply.ts';
import { chooseForSignUp, readNoteModal, saveSignUp } from './sign-up-for.ts';

/** The steps of a conversation that open a modal. */
const MODAL_STEPS: readonly string[] = ['again', 'note'];

/** Returns whether a button opens a modal, which must be the first response. */
export function opensModal({ customId }: ButtonInteraction): boolean {
	const id = decodeCustomId(customId);
	return (
		id?.kind === 'notes' ||
		((id?.kind === 'plan' || id?.kind === 'pollDraft' || id?.kind === 'add') && MODAL_STEPS.includes(id.step))
	);
}

/** Carries out a button that opens no modal for a member and returns the reply. Throws the operation's Refusal. */
export async function executeButton(
	{ customId, user }: ButtonInteraction,
	{ now, findOrCreateActor }: MemberCall,
): Promise<Reply> {
	const id = decodeCustomId(customId);
	switch (id?.kind) {
		case 'plan':
			return executePlanButton(id, user.id, { now, findOrCreateActor });
		case 'pollDraft':
			return executePollDraftButton(id, user.id, { now, findOrCreateActor });
		case 'poll':
			return showOwnVotes(id.eventId, user.id, { now, findOrCreateActor });
		case 'vote':
			return vote(id, { user }, { now, findOrCreateActor });
		case 'add':
			return saveSignUp(id, { userId: user.id }, { now, findOrCreateActor });
		case 'signup': {
			const { eventId, status } = id;
			// A press for an event that does not exist must not create a user.
			await getPressedEvent(await findMember(user.id), eventId);
			const actor = await findOrCreateActor();
			if (!actor) return { content: formatErasedReply(config().APP_URL) };
			const call = { params: { eventId }, read: () => ({ status }) };
			const { asks, event, ...pressed } = await perform(signUpByButton, { actor, now }, call);
			const reply = toSignupReply(event, asks);
			return {
				content: reply.content,
				components: [...(reply.components ?? []), ...toReplyButtons(eventId, pressed)],
			};
		}
		case 'arrival': {
			const { eventId, minutes } = id;
			const actor = await findMember(user.id);
			const call = { params: { eventId }, read: () => ({ minutes_late: minutes }) };
			const { event, arrival } = await perform(sayArrivalByButton, { actor, now }, call);
			const lines = [
				formatSignupReply(event, getEventUrl(eventId)),
				...(arrival ? [formatArrivalLine(arrival)] : []),
			];
			return { content: lines.join('\n') };
		}
		case 'regular': {
			const { eventId, status } = id;
			const actor = await findMember(user.id);
			const event = await getPressedEvent(actor, eventId);
			await perform(setRegular, { actor, now }, { params: { eventId }, read: () => ({ status }) });
			return {
				content: `${formatRegularReply(event.title, status)}\n<${getEventUrl(eventId)}>`,
				components: [],
			};
		}
		case 'undo': {
			const { eventId, previous, recorded: pressed } = id;
			const call = { params: { eventId }, read: () => ({ previous, recorded: pressed }) };
			const actor = await findMember(user.id);
			const { event, recorded } = await perform(undoByButton, { actor, now }, call);
			const address = getEventUrl(eventId);
			const content =
				recorded === null ? formatLeaveReply(event, address) : formatSignupReply(event, address);
			return { content, components: [] };
		}
		case 'place': {
			const { eventId, accept } = id;
			const actor = await findMember(user.id);
			const call = { params: { eventId }, read: () => ({ accept }) };
			await perform(answerOffer, { actor, now }, call);
			const event = await getPressedEvent(actor, eventId);
			return {
				content: formatPlaceReply(event, getEventUrl(eventId)),
				components: [],
			};
		}
		case 'seat': {
			const { eventId } = id;
			const actor = await findMember(user.id);
			const place = await perform(readOwnSeat, { actor, now }, { params: { eventId } });
			const address = getEventUrl(eventId);
			return { content: `${formatSeatReply(place, address)}\n<${address}>` };
		}
		case 'nudge': {
			const { eventId } = id;
			const call = { params: { eventId } };
			const { recipients } = await perform(nudgeUsers, { actor: await findMember(user.id), now }, call);
			return { content: formatNudgedReply(recipients), components: [] };
		}
		case 'send':
			return executeSendButton(id.messageId, user.id, { now, findOrCreateActor });
		case 'present': {
			const { eventId } = id;
			const actor = await findMember(user.id);
			const { title, players } = await perform(confirmAttendance, { actor, now }, { params: { eventId } });
			return {
				content: `${formatAttendanceReply(title, players)}\n<${getEventUrl(eventId)}/attendance>`,
				components: [],
			};
		}
		default:
			return { content: UNKNOWN_BUTTON };
	}
}

/** Returns the modal that a button opens. Throws the Refusal of what it reads. */
export async function readModalOfButton({ customId, user }: ButtonInteraction, call: MemberCall) {
	const id = decodeCustomId(customId);
	if (id?.kind === 'plan') return readDraftModal(id.step === 'again' ? id.draftId : '', user.id, call);
	if (id?.kind === 'pollDraft')
		return readPollDraftModal(id.step === 'again' ? id.draftId : '', user.id, call);
	if (id?.kind === 'add') return readNoteModal(id, user.id, call);
	const eventId = id?.kind === 'notes' ? id.eventId : '';
	const notes = await openOwnNotes(user.id, call.now, { eventId });
	return toNotesModal({ kind: 'notes', eventId }, 'Your notes', notes);
}

/** Carries out a choice in a menu and returns the reply. */
export async function executeMenu(
	interaction: StringSelectMenuInteraction,
	call: MemberCall,
): Promise<Reply> {
	const id = decodeCustomId(interaction.customId);
	if (id?.kind === 'add') return chooseForSignUp(id, interaction, call);
	if (id?.kind === 'vote') return vote(id, interaction, call);
	return id?.kind === 'plan' ? executePlanMenu(id, interaction, call) : { content: UNKNOWN_BUTTON };
}

/** Saves what a submitted modal has and returns the reply. Throws the Refusal of its operation. */
export async function executeModal(interaction: ModalSubmitInteraction, call: MemberCall): Promise<Reply> {
	const { customId, fields, user } = interaction;
	const { now } = call;
	const id = decodeCustomId(customId);
	if (id?.kind === 'plan') return executePlanModal(id, interaction, call);
	if (id?.kind === 'pollDraft') return executePollModal(id, interaction, call);
	if (id?.kind === 'message') return executeMessageModal(id.eventId, interaction, call);
	if (id?.kind !== 'notes' && id?.kind !== 'add') return { content: UNKNOWN_BUTTON };
	const notes = fields.getTextInputValue(NOTES_INPUT);
	if (id.kind === 'add') return saveSignUp(id, { userId: user.id, notes }, call);
	const { eventId } = id;
	const read = () => ({ notes });
	const actor = await findMember(user.id);
	const saved = await perform(saveOwnNotes, { actor, now }, { params: { eventId }, read });
	return {
		content: `${formatSignupReply(saved.event, getEventUrl(eventId))}\n${formatNotesLine(saved.notes)}`,
	};
}
