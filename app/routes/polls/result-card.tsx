import { Fragment } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '~/app/ui/button.tsx';
import { Card, CardHead } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Disclosure } from '~/app/ui/collapsible.tsx';
import { CalendarCheck2 } from '~/app/ui/icons.ts';
import { plainList } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { mutedSmall } from '~/app/ui/text.css.ts';
import { ANSWER_LABELS, describePlayable, describeVotes, POLL_ANSWERS } from '~/domain/polls/poll.ts';
import { POLL_TEXTS } from '~/domain/polls/schema.ts';
import { formatDuration } from '~/domain/time/format.ts';
import type { PollDetail } from '~/server/operations/kernel/poll-rows.ts';
import { PollTime } from './poll-info-card.tsx';
import * as css from './polls.css.ts';

type ResultCardProps = {
	poll: PollDetail;
	canChoose: boolean;
	/** The server's time, ISO 8601. */
	now: string;
};

/** Renders the times of a poll, the best first, with the reason, and who gave which answer. */
export function ResultCard({ poll, canChoose, now }: ResultCardProps) {
	return (
		<Card aria-labelledby="result">
			<CardHead title={poll.status === 'open' ? 'Answers so far' : 'Answers'} id="result" />
			<p className={mutedSmall}>
				The best time is first: by the groups that can play, then by Yes, then by If need be.
			</p>
			<ol className={joinClasses(plainList, css.list)}>
				{poll.times.map((time) => (
					<li key={time.id} className={css.result}>
						<div>
							<p className={css.time}>
								<PollTime date={time.date} zone={poll.timezone} note={formatDuration(time.duration)} />
							</p>
							<p>{describeVotes(time)}</p>
							<p className={mutedSmall}>{describePlayable(time, poll.sizes)}</p>
							<Voters voters={time.voters} />
						</div>
						{canChoose && <ChooseForm timeId={time.id} hasPassed={new Date(time.date) <= new Date(now)} />}
					</li>
				))}
			</ol>
		</Card>
	);
}

function Voters({ voters }: Pick<PollDetail['times'][number], 'voters'>) {
	const given = POLL_ANSWERS.filter((answer) => voters[answer].length > 0);
	if (given.length === 0) return null;
	return (
		<Disclosure label="Who answered">
			<dl className={css.names}>
				{given.map((answer) => (
					<div key={answer}>
						<dt className={mutedSmall}>{ANSWER_LABELS[answer]}</dt>
						<dd>
							{voters[answer].map((name, index) => (
								// Two members may have one name.
								<Fragment key={index}>
									{index > 0 && ', '}
									<Name>{name}</Name>
								</Fragment>
							))}
						</dd>
					</div>
				))}
			</dl>
		</Disclosure>
	);
}

function ChooseForm({ timeId, hasPassed }: { timeId: string; hasPassed: boolean }) {
	const { formData } = useNavigation();
	const isSending = formData?.get('intent') === 'polls.choose' && formData.get('time_id') === timeId;
	if (hasPassed) return <p className={mutedSmall}>{POLL_TEXTS.hasPassed}</p>;
	return (
		<Form method="post">
			<input type="hidden" name="intent" value="polls.choose" />
			<input type="hidden" name="time_id" value={timeId} />
			<Button icon={CalendarCheck2} pending={isSending && 'Choosing...'}>
				Choose this date
			</Button>
		</Form>
	);
}
