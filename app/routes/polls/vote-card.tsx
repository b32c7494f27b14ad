import { Form, useNavigation } from 'react-router';
import { SIGNUP_LOOKS } from '~/app/shell/status-looks.ts';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Save } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { SegmentedRadios } from '~/app/ui/segmented.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { EASTERN } from '~/domain/limits.ts';
import { ANSWER_LABELS, POLL_ANSWERS, sortByDate } from '~/domain/polls/poll.ts';
import { formatDateTimeShort, formatDuration } from '~/domain/time/format.ts';
import type { PollDetail } from '~/server/operations/kernel/poll-rows.ts';
import { PollTime } from './poll-info-card.tsx';
import * as css from './polls.css.ts';

/** What the name of a field with an answer begins with; the id of the time follows. */
export const VOTE_FIELD = 'vote-';

const LOOKS = {
	yes: SIGNUP_LOOKS.confirmed,
	if_needed: SIGNUP_LOOKS.tentative,
	no: SIGNUP_LOOKS.declined,
} as const;
const OPTIONS = POLL_ANSWERS.map((value) => ({ value, label: ANSWER_LABELS[value], ...LOOKS[value] }));

type VoteCardProps = {
	poll: PollDetail;
	typed: readonly { time_id: string; answer: string }[];
};

/** Renders the viewer's answers to the times of an open poll, by date. Times without an answer stay unanswered. */
export function VoteCard({ poll, typed }: VoteCardProps) {
	const isSaving = useNavigation().formData?.get('intent') === 'polls.vote';
	const findAnswer = (id: string) =>
		[...typed, ...poll.own_votes].find(({ time_id }) => time_id === id)?.answer;
	return (
		<Card aria-labelledby="own-answers">
			<CardHead title="When can you come?" id="own-answers" />
			<Form method="post" preventScrollReset>
				<input type="hidden" name="intent" value="polls.vote" />
				<ul className={joinClasses(plainList, css.list)}>
					{sortByDate(poll.times).map(({ id, date, duration }) => (
						<li key={id} className={css.vote}>
							<p className={css.time}>
								<PollTime date={date} zone={poll.timezone} note={formatDuration(duration)} />
							</p>
							<SegmentedRadios
								name={VOTE_FIELD + id}
								label={`${formatDateTimeShort(date, EASTERN)} Eastern`}
								options={OPTIONS}
								layout="three"
								defaultValue={findAnswer(id)}
							/>
						</li>
					))}
				</ul>
				<div className={css.foot}>
					<Button variant="primary" icon={Save} pending={isSaving && 'Saving...'}>
						Save my answers
					</Button>
					<p className={mutedSmall}>
						Members see your name. You can change your answers while the poll is open.
					</p>
				</div>
			</Form>
		</Card>
	);
}
