import { getCountdownParts } from '../events/countdown.ts';
import { formatCount } from '../format-count.ts';
import type { AutoSplitConfig } from '../groups/config.ts';
import { compareIds } from '../ids.ts';

/** A poll finds the date of an event: creators offer times, players say which of them suit (decision 0090). */

export const POLL_ANSWERS = ['yes', 'if_needed', 'no'] as const;
export type PollAnswer = (typeof POLL_ANSWERS)[number];

/** The answers with which a member may come. */
export type SuitableAnswer = Exclude<PollAnswer, 'no'>;

export const ANSWER_LABELS: Record<PollAnswer, string> = { yes: 'Yes', if_needed: 'If need be', no: 'No' };

/** The status of the signup that an answer becomes when its time is chosen; null for none. */
export const SIGNUP_OF_ANSWER = { yes: 'confirmed', if_needed: 'tentative', no: null } as const;

/** `closed`: the time for answers is over, and no date was chosen yet. */
export const POLL_STATUSES = ['open', 'closed', 'chosen', 'withdrawn'] as const;
export type PollStatus = (typeof POLL_STATUSES)[number];

export const POLL_STATUS_LABELS: Record<PollStatus, string> = {
	open: 'Open',
	closed: 'Closed',
	chosen: 'Date chosen',
	withdrawn: 'Withdrawn',
};

type PollFacts = { answerBy: Date; isChosen: boolean; isWithdrawn: boolean };

/** Returns the status of a poll at `now`. */
export function getPollStatus({ answerBy, isChosen, isWithdrawn }: PollFacts, now: Date): PollStatus {
	if (isWithdrawn) return 'withdrawn';
	if (isChosen) return 'chosen';
	return answerBy > now ? 'open' : 'closed';
}

/** Returns whether creators can still change the poll, choose one of its times, or withdraw it. */
export const isUndecided = (status: PollStatus): boolean => status === 'open' || status === 'closed';

/** How many members gave each answer to a time, and how many of those who said yes can lead a group. */
export type Votes = Record<PollAnswer, number> & { storytellers: number };
type GroupSizes = Pick<AutoSplitConfig, 'minPlayersPerGroup' | 'maxGroups'>;

/**
 * Returns how many groups can play with those who said yes: each needs a storyteller and the smallest number of players.
 * Storytellers who lead no group play.
 */
export const countPlayableGroups = (
	{ yes, storytellers }: Pick<Votes, 'yes' | 'storytellers'>,
	{ minPlayersPerGroup, maxGroups }: GroupSizes,
): number => Math.min(storytellers, maxGroups, Math.floor(yes / (minPlayersPerGroup + 1)));

/** Returns why a time stands where it does: '2 groups can play', or what the first group lacks. */
export function describePlayable(votes: Votes, sizes: GroupSizes): string {
	const groups = countPlayableGroups(votes, sizes);
	if (groups > 0) return `${formatCount(groups, 'group')} can play`;
	const missing = sizes.minPlayersPerGroup + 1 - votes.yes;
	const parts = [
		votes.storytellers === 0 && 'a storyteller',
		missing > 0 && `${formatCount(missing, 'more yes answer')}`,
	].filter((part) => part !== false);
	return `No group can play yet: ${parts.join(' and ')} needed`;
}

/** Returns the answers to a time in words: '7 yes, 2 if need be, 1 no'. */
export const describeVotes = ({ yes, if_needed, no }: Record<PollAnswer, number>): string =>
	`${yes} yes, ${if_needed} if need be, ${no} no`;

/** Returns how long a poll is open at `now`, in whole units, rounded down: '2 days left'. */
export function describeTimeLeft(answerBy: Date, now: Date): string {
	const { days, hours, minutes } = getCountdownParts(answerBy, now);
	if (days > 0) return `${formatCount(days, 'day')} left`;
	if (hours > 0) return `${formatCount(hours, 'hour')} left`;
	return minutes > 0 ? `${formatCount(minutes, 'minute')} left` : 'Less than a minute left';
}

type RankedTime = Record<PollAnswer, number> & { id: string; date: Date | string; playable_groups: number };

/**
 * Returns the times of a poll, the best first: by the number of groups that can play, then by yes, then by if need be. Equal
 * ones stand in the order of their dates.
 */
export const rankTimes = <Time extends RankedTime>(times: readonly Time[]): Time[] =>
	times.toSorted(
		(a, b) =>
			b.playable_groups - a.playable_groups ||
			b.yes - a.yes ||
			b.if_needed - a.if_needed ||
			new Date(a.date).getTime() - new Date(b.date).getTime() ||
			compareIds(a.id, b.id),
	);

/** Returns the times in the order of their dates, in which they stay while members answer. */
export const sortByDate = <Time extends { date: string }>(times: readonly Time[]): Time[] =>
	times.toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date));
