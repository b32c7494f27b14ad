import { type EventStatus, isUpcoming } from '../events/status.ts';
import { SCRIPT_LIMITS } from '../limits.ts';

/** What players would like to play, when a creator asks (decision 0072). */

export const VOTES = ['keen', 'fine', 'no'] as const;
export type Vote = (typeof VOTES)[number];

export const VOTE_LABELS: Record<Vote, string> = { keen: 'Keen', fine: 'Fine', no: 'Not for me' };

export const VOTE_TEXTS = {
	vote: 'Please choose Keen, Fine or Not for me',
	scripts: 'Please choose scripts of the library',
	tooMany: `You can ask about up to ${SCRIPT_LIMITS.asked} scripts`,
	over: 'This event is over or cancelled.',
	noSignup: 'Please sign up for the event first.',
	notAsked: 'The question has changed. Please look at the scripts again.',
} as const;

/** Returns why the players of an event are asked nothing at `now`, or null. */
export const findQuestionProblem = (event: { date: Date; status: EventStatus }, now: Date): string | null =>
	isUpcoming(event, now) ? null : VOTE_TEXTS.over;

export type VoteCounts = Record<Vote, number>;

/** How many players gave one answer about a script; `groupId` is their group, or null. */
export type VoteRow = { script: string; vote: Vote; groupId: string | null; count: number };

/** Returns the answers about a script, in total or of one group. */
export function countVotes(rows: readonly VoteRow[], script: string, groupId?: string): VoteCounts {
	const counts: VoteCounts = { keen: 0, fine: 0, no: 0 };
	for (const row of rows) {
		if (row.script === script && (groupId === undefined || row.groupId === groupId))
			counts[row.vote] += row.count;
	}
	return counts;
}

/** Returns the counts in words: '3 keen, 1 fine, 0 not'. */
export const describeVotes = ({ keen, fine, no }: VoteCounts): string =>
	`${keen} keen, ${fine} fine, ${no} not`;
