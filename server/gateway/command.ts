import type { AutocompleteInteraction, ChatInputCommandInteraction } from 'discord.js';
import {
	formatCancelReply,
	formatChoice,
	formatErasedReply,
	formatEventsReply,
	formatGroupsReply,
	formatLeaveReply,
	formatNextEventReply,
	formatSeriesReply,
	formatSignupReply,
	HOW_LATE,
	toArrivalButtons,
} from '~/domain/discord/replies.ts';
import type { EventOnList } from '~/domain/events/page.ts';
import type { SignupQuestion } from '~/domain/signups/question.ts';
import { config } from '../config.ts';
import {
	findChosenEvent,
	findMember,
	leaveByCommand,
	listChosenEvents,
	listNextEvents,
	readNextSeat,
	readOwnSeat,
	showNextGame,
	signUpByCommand,
} from '../operations/botc/index.ts';
import { cancelEvent, readSeries } from '../operations/events/index.ts';
import { perform } from '../operations/kernel/operation.ts';
import { getEventUrl } from '../operations/mirror/index.ts';
import type { MemberCall, Reply } from './reply.ts';

/** Returns the reply to a member whose signup was saved, with the buttons that answer what it `asks`. */
export function toSignupReply(event: EventOnList, asks: SignupQuestion | null): Reply {
	const address = getEventUrl(event.id);
	const content = formatSignupReply(event, address);
	return asks === 'arrival'
		? { content: `${content}\n${HOW_LATE}`, components: [toArrivalButtons(event, address)] }
		: { content };
}

/** Carries out a subcommand of `/botc` for a member and returns the reply. Throws the operation's Refusal. */
export async function executeSubcommand(
	{ options }: ChatInputCommandInteraction,
	call: MemberCall,
): Promise<Reply> {
	const read = () => ({
		status: options.getString('status') ?? undefined,
		notes: options.getString('notes') ?? undefined,
		event: options.getString('event') ?? undefined,
	});
	const findEvent = async () => findChosenEvent(await call.findActor(), read().event, call.now);
	switch (options.getSubcommand()) {
		case 'next': {
			const event = await call.perform(showNextGame);
			const place = await call.perform(readOwnSeat, { params: { eventId: event.id } });
			return { content: formatNextEventReply(event, { address: getEventUrl(event.id), place }) };
		}
		case 'events':
			return { content: formatEventsReply(await call.perform(listNextEvents), getEventUrl) };
		case 'groups': {
			const place = await call.perform(readNextSeat);
			return { content: formatGroupsReply(place, getEventUrl(place.eventId)) };
		}
		case 'signup': {
			// A command for an event that does not exist must not create a user.
			await findEvent();
			if (!(await call.findOrCreateActor())) return { content: formatErasedReply(config().APP_URL) };
			const { event, asks } = await call.perform(signUpByCommand, { read });
			return toSignupReply(event, asks);
		}
		case 'leave': {
			const { event } = await call.perform(leaveByCommand, { read });
			return { content: formatLeaveReply(event, getEventUrl(event.id)) };
		}
		case 'cancel': {
			const { id: eventId } = await findEvent();
			const reason = options.getString('reason') ?? '';
			const { event } = await call.perform(cancelEvent, { params: { eventId }, read: () => ({ reason }) });
			return { content: formatCancelReply({ title: event.title, reason }, getEventUrl(eventId)) };
		}
		case 'series': {
			const { id: eventId, title } = await findEvent();
			const { coming, series } = await call.perform(readSeries, { params: { eventId } });
			return { content: formatSeriesReply({ title, isSeries: series !== null, coming }, getEventUrl) };
		}
		default:
			return { content: 'This command no longer exists. Please reload Discord.' };
	}
}

/** Returns the upcoming events that Discord offers while a member types the option `event`. */
export async function listChoices({ options, user }: AutocompleteInteraction, now: Date) {
	const read = () => ({ typed: options.getFocused() });
	const events = await perform(listChosenEvents, { actor: await findMember(user.id), now }, { read });
	return events.map((event) => ({ name: formatChoice(event), value: event.id }));
}
