import type { UserContextMenuCommandInteraction } from 'discord.js';
import { escapeWithin, toButton, toLinkButton } from '~/domain/discord/announcement.ts';
import { BUTTON_STYLE, toMenu } from '~/domain/discord/components.ts';
import type { AddId } from '~/domain/discord/custom-id.ts';
import { toNotesModal } from '~/domain/discord/notes-modal.ts';
import { formatChoice, UNKNOWN_BUTTON } from '~/domain/discord/replies.ts';
import { conflict } from '~/domain/refusal.ts';
import { describeAddedSignup, getPlayerStanding } from '~/domain/signups/standing.ts';
import { SIGNUP_STATUSES, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import { recordMembership } from '../auth/membership.ts';
import { callDiscordForUser } from '../discord/errors.ts';
import { getGuildMember, hasRequiredRole } from '../discord/members.ts';
import type { DiscordMember } from '../discord/scheduled-events.ts';
import {
	addSignupByMenu,
	type EventChoice,
	findOrCreateMember,
	getPressedEvent,
	listEventsToAdd,
	openAddedNotes,
} from '../operations/botc/index.ts';
import { getEventUrl } from '../operations/mirror/index.ts';
import type { MemberCall, Reply } from './reply.ts';

/**
 * How creators sign a member up on Discord: “Sign up for…” in the menu of the member has a reply with the event and the
 * status, which its menus change until it is saved. What is chosen is in the ids of menus and buttons.
 */

const REFUSALS = {
	bot: "Bots can't be signed up.",
	stranger: "Only members of this server with the required role can be signed up. This user isn't one.",
	erased: 'This user deleted their account. They have to sign in once before they can be signed up.',
} as const;

/** Returns the reply to “Sign up for…”. Throws Refusal 'conflict' for a user who cannot be signed up. */
export async function openSignUp(
	{ targetUser }: UserContextMenuCommandInteraction,
	call: MemberCall,
): Promise<Reply> {
	const events = await call.perform(listEventsToAdd);
	if (targetUser.bot) throw conflict(REFUSALS.bot);
	await getTarget(targetUser.id);
	const next = events.find(({ date }) => new Date(date) > call.now) ?? events[0];
	const id = { discordId: targetUser.id, eventId: next?.id ?? '', status: SIGNUP_STATUSES[0] };
	return toView(id, events);
}

/** Returns the reply after an event or a status was chosen. */
export async function chooseForSignUp(
	id: AddId,
	[value]: readonly string[],
	call: MemberCall,
): Promise<Reply> {
	const events = await call.perform(listEventsToAdd);
	const { discordId } = id;
	const eventId = id.step === 'event' && value ? value : id.eventId;
	const status = (id.step === 'status' && SIGNUP_STATUSES.find((one) => one === value)) || id.status;
	return toView({ discordId, eventId, status }, events);
}

/** Returns the modal for the note of the signup, filled with the one that it has. */
export const readNoteModal = async (id: AddId, call: MemberCall) =>
	toNotesModal(id, 'Note', await openAddedNotes(call, id));

/** Signs the member up, or changes their signup, and returns the reply. `notes` undefined leaves the notes as they are. */
export async function saveSignUp(
	{ step, discordId, eventId, status }: AddId,
	notes: string | undefined,
	call: MemberCall,
): Promise<Reply> {
	if (step !== 'save' && notes === undefined) return { content: UNKNOWN_BUTTON };
	const readEvent = async () => getPressedEvent(await call.findActor(), eventId);
	// It is read only for a creator, so that no one else creates a user.
	const read = async () => {
		await readEvent();
		return { user_id: await findOrCreateTarget(discordId, call.now), status, notes };
	};
	const added = await call.perform(addSignupByMenu, { params: { eventId }, read });
	const { title } = await readEvent();
	const name = `**${escapeWithin(added.signup.username, 100)}**`;
	const text = describeAddedSignup(name, added.before, getPlayerStanding(added.signup));
	const content = `${text}\n${escapeWithin(title, 200)}`;
	return { content, components: [{ type: 1, components: [toLinkButton(getEventUrl(eventId))] }] };
}

/** Returns the member, as Discord knows them. Throws Refusal 'conflict' for a user who cannot be signed up. */
async function getTarget(discordId: string): Promise<DiscordMember> {
	const member = await callDiscordForUser(() => getGuildMember(discordId));
	if (!member?.account || !hasRequiredRole(member)) throw conflict(REFUSALS.stranger);
	return { ...member.account, nickname: member.nickname };
}

async function findOrCreateTarget(discordId: string, now: Date): Promise<string> {
	const user = await findOrCreateMember(await getTarget(discordId), now);
	if (!user) throw conflict(REFUSALS.erased);
	await recordMembership(user.id, true, now);
	return user.id;
}

function toView(id: Omit<AddId, 'kind' | 'step'>, events: readonly EventChoice[]): Reply {
	const at = (step: AddId['step']): AddId => ({ kind: 'add', step, ...id });
	const eventOptions = events.map((event) => ({
		value: event.id,
		label: formatChoice(event),
		default: event.id === id.eventId,
	}));
	const statusOptions = SIGNUP_STATUSES.map((status) => ({
		value: status,
		label: STATUS_LABELS[status],
		default: status === id.status,
	}));
	return {
		content: `Sign up <@${id.discordId}>. Nothing is saved yet.`,
		components: [
			...toMenu(at('event'), 'Event', { min: 1, max: 1, options: eventOptions }),
			...toMenu(at('status'), 'Status', { min: 1, max: 1, options: statusOptions }),
			{
				type: 1,
				components: [
					toButton('Sign up', at('save'), BUTTON_STYLE.green),
					toButton('With a note', at('note')),
				],
			},
		],
	};
}
