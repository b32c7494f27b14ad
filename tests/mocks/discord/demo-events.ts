import { PERSONAS } from '~/seeds/personas.ts';
import { VOICE_CHANNEL_ID } from './channels.ts';
import { ACTIVE, CANCELED, COMPLETED, type NewEvent, SCHEDULED, VOICE } from './scheduled-events.ts';
import type { StandInState } from './state.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type DemoEvent = Omit<NewEvent, 'startsAt' | 'endsAt'> & {
	/** Days from today, at 19:00 UTC. */
	inDays: number;
	hours: number;
	interested: number;
};

/** Events that members created on Discord, for the import. None was created by the bot. */
const EVENTS: readonly DemoEvent[] = [
	{
		name: 'Autumn games at the mill',
		description: 'Three tables, soup for everyone. Say on Discord if you come.',
		location: 'The old mill, upper floor',
		inDays: 9,
		hours: 4,
		interested: 14,
	},
	{
		name: 'First-timers’ afternoon',
		description: 'Never played? This one is for you.',
		location: 'Library, room 2',
		inDays: 16,
		hours: 3,
		interested: 6,
	},
	{
		name: 'Voices in the dark',
		description: null,
		entityType: VOICE,
		channelId: VOICE_CHANNEL_ID,
		inDays: 4,
		hours: 2,
		interested: 3,
	},
	{
		name: 'Open table, come and go',
		description: 'Running all day.',
		location: 'The Lantern, back room',
		status: ACTIVE,
		inDays: 0,
		hours: 30,
		interested: 5,
	},
	{
		name: 'Summer marathon',
		description: 'Twelve hours, nine games.',
		location: 'Community hall',
		status: COMPLETED,
		inDays: -40,
		hours: 12,
		interested: 18,
	},
	{
		name: 'Picnic in the rain',
		description: 'Called off: weather.',
		location: 'North meadow',
		status: CANCELED,
		inDays: -5,
		hours: 3,
		interested: 2,
	},
	{
		name: 'Planning the winter season',
		description: 'No game, just tea and a calendar.',
		location: 'The Lantern, back room',
		status: SCHEDULED,
		inDays: 23,
		hours: 2,
		interested: 0,
	},
];

/**
 * Adds members, and events with interested members, to the demo's Discord server. Dates are relative to the stand-in's
 * clock.
 */
export function addDemoEvents(state: StandInState): void {
	const today = Math.floor(state.now().getTime() / DAY_MS) * DAY_MS;
	const { player, secondPlayer, storyteller, creator } = PERSONAS;
	const memberIds: string[] = [player, storyteller, secondPlayer, creator].map(({ discordId }) => discordId);
	for (const member of state.addMembers(20)) memberIds.push(member.discordId);
	for (const { inDays, hours, interested, ...event } of EVENTS) {
		const startsAt = new Date(today + inDays * DAY_MS + 19 * HOUR_MS);
		const { id } = state.addEvent({
			...event,
			creatorId: creator.discordId,
			startsAt,
			endsAt: event.entityType === VOICE ? null : new Date(startsAt.getTime() + hours * HOUR_MS),
		});
		for (const memberId of memberIds.slice(0, interested)) state.addInterest(id, memberId);
	}
}
