import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import type { PollAnswer } from '~/domain/polls/poll.ts';
import { getSharedPool } from './rows.ts';

export type CreatedPoll = { id: string; timeIds: string[] };

/**
 * Creates a poll that is open for a day, with a time on each of `days` from now. It is deleted after the test, with the
 * user who created it.
 */
export async function addPollRow({
	creatorId,
	title = 'Autumn Fair',
	days = [7, 8],
	answerInHours = 24.5,
	from = new Date(),
}: {
	creatorId: string;
	title?: string;
	days?: readonly number[];
	answerInHours?: number;
	/** Used instead of now. */
	from?: Date;
}): Promise<CreatedPoll> {
	const { rows: polls } = await getSharedPool().query<{ id: string }>(
		`INSERT INTO polls (title, description, location, timezone, answer_by, creator_id, created_at)
		VALUES ($1, 'Bring tea and your worst alibi.', 'The Hearth', 'America/New_York', $2, $3, now()) RETURNING id`,
		[title, new Date(from.getTime() + answerInHours * HOUR_MS), creatorId],
	);
	const id = String(polls[0]?.id);
	const timeIds: string[] = [];
	for (const day of days) {
		const { rows: times } = await getSharedPool().query<{ id: string }>(
			'INSERT INTO poll_times (poll_id, date, duration) VALUES ($1, $2, 180) RETURNING id',
			[id, new Date(from.getTime() + day * DAY_MS)],
		);
		timeIds.push(String(times[0]?.id));
	}
	return { id, timeIds };
}

/** Saves answers of a user to the times of a poll, in the order of `timeIds`; null for none. */
export async function addVotes(
	{ id, timeIds }: CreatedPoll,
	userId: string,
	...answers: (PollAnswer | null)[]
): Promise<void> {
	for (const [index, answer] of answers.entries())
		if (answer)
			await getSharedPool().query(
				`INSERT INTO poll_votes (poll_id, time_id, user_id, answer, source, created_at)
				VALUES ($1, $2, $3, $4, 'webapp', now())`,
				[id, timeIds[index], userId, answer],
			);
}

/** Closes a poll: the time to answer is over. */
export const closePoll = ({ id }: Pick<CreatedPoll, 'id'>) =>
	getSharedPool().query(`UPDATE polls SET answer_by = '2020-01-01T12:00:00Z' WHERE id = $1`, [id]);
