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
export async function executeButton({ customId }: ButtonInteraction, call: MemberCall): Promise<Reply> {
	const id = decodeCustomId(customId);
	const eventId = id && 'eventId' in id ? id.eventId : '';
	const params = { eventId };
	const address = getEventUrl(eventId);
	const readEvent = async () => getPressedEvent(await call.findActor(), eventId);
	switch (id?.kind) {
		case 'plan':
			return executePlanButton(id, call);
		case 'pollDraft':
			return executePollDraftButton(id, call);
		case 'poll':
			return showOwnVotes(eventId, call);
		case 'vote':
			return vote(id, [], call);
		case 'add':
			return saveSignUp(id, undefined, call);
		case 'send':
			return executeSendButton(id.messageId, call);
		case 'signup': {
			// A press for an event that does not exist must not create a user.
			await readEvent();
			if (!(await call.findOrCreateActor())) return { content: formatErasedReply(config().APP_URL) };
			const read = () => ({ status: id.status });
			const { asks, event, ...pressed } = await call.perform(signUpByButton, { params, read });
			const { content, components = [] } = toSignupReply(event, asks);
			return { content, components: [...components, ...toReplyButtons(eventId, pressed)] };
		}
		case 'arrival': {
			const read = () => ({ minutes_late: id.minutes });
			const { event, arrival } = await call.perform(sayArrivalByButton, { params, read });
			const line = arrival ? `\n${formatArrivalLine(arrival)}` : '';
			return { content: formatSignupReply(event, address) + line };
		}
		case 'regular': {
			const { title } = await readEvent();
			await call.perform(setRegular, { params, read: () => ({ status: id.status }) });
			return { content: `${formatRegularReply(title, id.status)}\n<${address}>`, components: [] };
		}
		case 'undo': {
			const read = () => ({ previous: id.previous, recorded: id.recorded });
			const { event, recorded } = await call.perform(undoByButton, { params, read });
			const format = recorded === null ? formatLeaveReply : formatSignupReply;
			return { content: format(event, address), components: [] };
		}
		case 'place':
			await call.perform(answerOffer, { params, read: () => ({ accept: id.accept }) });
			return { content: formatPlaceReply(await readEvent(), address), components: [] };
		case 'seat': {
			const place = await call.perform(readOwnSeat, { params });
			return { content: `${formatSeatReply(place, address)}\n<${address}>` };
		}
		case 'nudge': {
			const { recipients } = await call.perform(nudgeUsers, { params });
			return { content: formatNudgedReply(recipients), components: [] };
		}
		case 'present': {
			const { title, players } = await call.perform(confirmAttendance, { params });
			const content = `${formatAttendanceReply(title, players)}\n<${address}/attendance>`;
			return { content, components: [] };
		}
		default:
			return { content: UNKNOWN_BUTTON };
	}
}

/** Returns the modal that a button opens. Throws the Refusal of what it reads. */
export async function readModalOfButton({ customId }: ButtonInteraction, call: MemberCall) {
	const id = decodeCustomId(customId);
	if (id?.kind === 'plan') return readDraftModal(id.step === 'again' ? id.draftId : '', call);
	if (id?.kind === 'pollDraft') return readPollDraftModal(id.step === 'again' ? id.draftId : '', call);
	if (id?.kind === 'add') return readNoteModal(id, call);
	const eventId = id?.kind === 'notes' ? id.eventId : '';
	return toNotesModal({ kind: 'notes', eventId }, 'Your notes', await openOwnNotes(call, { eventId }));
}

/** Carries out a choice in a menu and returns the reply. */
export async function executeMenu(
	{ customId, values }: StringSelectMenuInteraction,
	call: MemberCall,
): Promise<Reply> {
	const id = decodeCustomId(customId);
	if (id?.kind === 'add') return chooseForSignUp(id, values, call);
	if (id?.kind === 'vote') return vote(id, values, call);
	return id?.kind === 'plan' ? executePlanMenu(id, values, call) : { content: UNKNOWN_BUTTON };
}

/** Saves what a submitted modal has and returns the reply. Throws the Refusal of its operation. */
export async function executeModal(
	{ customId, fields }: ModalSubmitInteraction,
	call: MemberCall,
): Promise<Reply> {
	const id = decodeCustomId(customId);
	if (id?.kind === 'plan') return executePlanModal(id, fields, call);
	if (id?.kind === 'pollDraft') return executePollModal(id, fields, call);
	if (id?.kind === 'message') return executeMessageModal(id.eventId, fields, call);
	if (id?.kind !== 'notes' && id?.kind !== 'add') return { content: UNKNOWN_BUTTON };
	const notes = fields.getTextInputValue(NOTES_INPUT);
	if (id.kind === 'add') return saveSignUp(id, notes, call);
	const { eventId } = id;
	const saved = await call.perform(saveOwnNotes, { params: { eventId }, read: () => ({ notes }) });
	return {
		content: `${formatSignupReply(saved.event, getEventUrl(eventId))}\n${formatNotesLine(saved.notes)}`,
	};
}
