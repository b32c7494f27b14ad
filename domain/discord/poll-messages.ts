import { formatCount } from '../format-count.ts';
import {
	ANSWER_LABELS,
	describeVotes,
	POLL_STATUS_LABELS,
	type PollAnswer,
	type PollStatus,
} from '../polls/poll.ts';
import type { PollTimeView, PollView } from '../polls/schema.ts';
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

/** The messages about a poll on Discord, with numbers only: who answered what is on its page. */

export const ANSWER_LABEL = 'When can you come?';
const POLL_COLORS: Record<PollStatus, number> = {
	open: COLORS.active,
	closed: COLORS.completed,
	chosen: COLORS.completed,
	withdrawn: COLORS.cancelled,
};
const DESCRIPTION_MAX = 2_000;

/** Returns the message for a poll at `address`, with users' texts escaped. */
export function toPollAnnouncement(poll: PollView, address: string): EmbedMessage {
	const { id, title, description, location, status } = poll;
	const prefix = status === 'open' ? 'Find a date: ' : `${POLL_STATUS_LABELS[status]}: `;
	const text = escapeWithin(description, DESCRIPTION_MAX);
	return {
		embeds: [
			{
				title: prefix + escapeWithin(title, MESSAGE_LIMITS.title - prefix.length),
				url: address,
				...(text ? { description: text } : {}),
				color: POLL_COLORS[status],
				fields: [...toTimesFields(poll), ...toPlaceFields({ location, storytellers: [] })],
			},
		],
		components: [
			{
				type: 1,
				components: [...(status === 'open' ? [toPollButton(id)] : []), toLinkButton(address)],
			},
		],
	};
}

/** Returns the button that shows a member their answers to a poll, and lets them change these. */
export const toPollButton = (pollId: string) => toButton(ANSWER_LABEL, { kind: 'poll', eventId: pollId }, 1);

/** Returns the fields with the times of a poll, the best first, and until when players answer. */
export const toTimesFields = ({ times, answer_by: answerBy }: PollView): EmbedField[] => [
	{ name: 'Times', value: times.map(toTimeLine).join('\n'), inline: false },
	toTimeField('Answer by', new Date(answerBy)),
];

function toTimeLine(time: PollTimeView): string {
	const groups = time.playable_groups > 0 ? ` · ${formatCount(time.playable_groups, 'group')}` : '';
	return `${toTimestamp(new Date(time.date), 'F')}: ${describeVotes(time)}${groups}`;
}

/** Returns what a member reads of their own answers: 'Yes: … If need be: …'. */
export function formatOwnVotes({ times, own_votes: ownVotes }: PollView): string {
	const listTimes = (answer: PollAnswer) =>
		times
			.filter(({ id }) => ownVotes.some((vote) => vote.time_id === id && vote.answer === answer))
			.map(({ date }) => toTimestamp(new Date(date), 'F'));
	return (['yes', 'if_needed'] as const)
		.map((answer) => `${ANSWER_LABELS[answer]}: ${listTimes(answer).join(', ') || 'none'}`)
		.join('\n');
}
