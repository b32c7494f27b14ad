import { type EventStatus, findNotBegun } from '../events/status.ts';
import { isolate } from '../isolate.ts';

/** Who won a group's game (decision 0072). */
export const WINNERS = ['good', 'evil', 'none'] as const;
export type Winner = (typeof WINNERS)[number];

export const WINNER_LABELS: Record<Winner, string> = {
	good: 'Good won',
	evil: 'Evil won',
	none: 'No winner',
};

/** What a group played, as far as it is known. */
export type PlayedGame = { script: string | null; winner: Winner | null };

/** Returns what was played and who won: 'Trouble Brewing · Good won'. */
export const describeGame = ({ script, winner }: PlayedGame): string =>
	[script && isolate(script), winner && WINNER_LABELS[winner]].filter(Boolean).join(' · ');

/** Returns what was recorded about the game of a group (by its name), and how it is taken back. */
export const describeSavedResult = (name: string, winner: Winner | null): string =>
	winner === null
		? `Saved: ${isolate(name)} has no result now.`
		: `Saved: ${WINNER_LABELS[winner]} in ${isolate(name)}. Press it again to remove the result.`;

export const RESULT_TEXTS = {
	winner: 'Please choose good, evil, none or no result',
	changed: 'The groups have changed since. Please reload the page.',
	notStarted: 'A game has a result once the event has started.',
	cancelled: 'This event was cancelled, so its groups have no results.',
} as const;

/** Returns why the groups of an event have no results at `now`, or null. */
export const findResultProblem = (event: { date: Date; status: EventStatus }, now: Date): string | null =>
	findNotBegun(event, now, RESULT_TEXTS);
