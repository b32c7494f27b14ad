import { formatCount } from '../format-count.ts';
import {
	ANSWER_LABELS,
	describeVotes,
	POLL_ANSWERS,
	POLL_STATUS_LABELS,
	type PollStatus,
	type SuitableAnswer,
	sortByDate,
} from '../polls/poll.ts';
import { POLL_TEXTS, type PollTimeView, type PollView } from '../polls/schema.ts';
import { getZoneLabel } from '../time/zones.ts';
import {
	COLORS,
	type EmbedField,
	type EmbedMessage,
	escapeWithin,
	MESSAGE_LIMITS,
	toButton,
	toLinkButton,
	toPlaceFields,
	toTimeField,
	toTimestamp,
} from './announcement.ts';
import { BUTTON_STYLE } from './components.ts';

/** The messages about a poll on Discord, with numbers only: who answered what is on its page. */

const ANSWER_LABEL = 'When can you come?';
const POLL_COLORS: Record<PollStatus, number> = {
	open: COLORS.active,
	closed: COLORS.completed,
	chosen: COLORS.completed,
	withdrawn: COLORS.cancelled,
};
const DESCRIPTION_MAX = 2_000;

/** What an announcement shows of a poll. */
export type AnnouncedPoll = Pick<
	PollView,
	'id' | 'title' | 'description' | 'location' | 'status' | 'times' | 'answer_by'
>;
/** The event that a poll became, at its address. */
export type ChosenEvent = { date: Date; address: string };

/**
 * Returns the message for a poll at `address`, with users' texts escaped. `event` is what the poll became, if it still exists;
 * then the message leads there and shows its date instead of the times.
 */
export function toPollAnnouncement(
	poll: AnnouncedPoll,
	{ address, event }: { address: string; event: ChosenEvent | null },
): EmbedMessage {
	const { id, title, description, location, status } = poll;
	const prefix = status === 'open' ? 'Find a date: ' : `${POLL_STATUS_LABELS[status]}: `;
	const text = escapeWithin(description, DESCRIPTION_MAX);
	const url = event?.address ?? address;
	return {
		embeds: [
			{
				title: prefix + escapeWithin(title, MESSAGE_LIMITS.title - prefix.length),
				url,
				...(text ? { description: text } : {}),
				color: POLL_COLORS[status],
				fields: [
					...(event ? [toTimeField('When', event.date)] : toTimesFields(poll)),
					...toPlaceFields({ location, storytellers: [] }),
				],
			},
		],
		components: [
			{
				type: 1,
				components: [...(status === 'open' ? [toPollButton(id)] : []), toLinkButton(url)],
			},
		],
	};
}

/** Returns the button that shows a member their answers to a poll, and lets them change these. */
export const toPollButton = (pollId: string) =>
	toButton(ANSWER_LABEL, { kind: 'poll', eventId: pollId }, BUTTON_STYLE.blurple);

/** Returns the fields with the times of a poll, the best first, and until when players answer. */
const toTimesFields = ({ times, answer_by: answerBy }: AnnouncedPoll): EmbedField[] => [
	{ name: 'Times', value: times.map(toTimeLine).join('\n'), inline: false },
	toTimeField('Answer by', new Date(answerBy)),
];

function toTimeLine(time: PollTimeView): string {
	const groups = time.playable_groups > 0 ? ` · ${formatCount(time.playable_groups, 'group')}` : '';
	const isAnswered = POLL_ANSWERS.some((answer) => time[answer] > 0);
	return `${toTimestamp(new Date(time.date), 'F')}${isAnswered ? `: ${describeVotes(time)}` : ''}${groups}`;
}

/** The menus below a member's answers, in their order, and the button that says no to all times. */
export const ANSWER_MENUS: readonly SuitableAnswer[] = ['yes', 'if_needed'];
export const NONE_LABEL = 'None of these';

/** Returns a member's answers to a poll, or why it takes none. `problem` says what was not saved. */
export function formatPollReply(poll: PollView, problem: string | null = null): string {
	const { title, status, timezone, answer_by: answerBy } = poll;
	const lines =
		status === 'open'
			? [
					'Choose in the first menu when you can come, and in the second when you can if need be. Each choice is saved at once.',
					...formatOwnVotes(poll),
					`Please answer by ${toTimestamp(new Date(answerBy), 'F')}. Times in the menus: ${getZoneLabel(timezone)}.`,
				]
			: [POLL_TEXTS[status]];
	return [
		`**${escapeWithin(title, MESSAGE_LIMITS.title)}**`,
		...(problem === null ? [] : [problem]),
		...lines,
	].join('\n');
}

function formatOwnVotes({ times, own_votes: ownVotes }: PollView): string[] {
	if (ownVotes.length === 0) return ["You haven't answered yet."];
	const suitable = ANSWER_MENUS.map((answer) => ({
		answer,
		dates: sortByDate(times).filter(({ id }) =>
			ownVotes.some((vote) => vote.time_id === id && vote.answer === answer),
		),
	}));
	if (suitable.every(({ dates }) => dates.length === 0)) return ["You can't come at any of these times."];
	return suitable.map(
		({ answer, dates }) =>
			`${ANSWER_LABELS[answer]}: ${dates.map(({ date }) => toTimestamp(new Date(date), 'F')).join(', ') || 'none'}`,
	);
}
