import { data, Form, Link, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router';
import { canPostAgain, MessageState } from '~/app/routes/event/announcement-state.tsx';
import * as page from '~/app/routes/event/event-page.css.ts';
import { sync } from '~/app/routes/event/sync-state.css.ts';
import { getFailureTitle } from '~/app/shell/failed-forms.ts';
import { readText } from '~/app/shell/form-text.ts';
import { Live } from '~/app/shell/live/live.tsx';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { CalendarX2, Pencil } from '~/app/ui/icons.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { useNow } from '~/app/ui/use-now.ts';
import { MINUTE_MS } from '~/domain/limits.ts';
import { can } from '~/domain/policy.ts';
import { describeTimeLeft, isUndecided, POLL_STATUS_LABELS } from '~/domain/polls/poll.ts';
import { POLL_TEXTS } from '~/domain/polls/schema.ts';
import { getActor, getRequestFacts } from '~/server/http/context.ts';
import {
	createUnknownFormError,
	load,
	readPageForm,
	redirectAfterForm,
	submit,
} from '~/server/http/responses.ts';
import type { PollDetail } from '~/server/operations/kernel/poll-rows.ts';
import { choosePollTime, readPollPage, saveVotes, withdrawPoll } from '~/server/operations/polls/index.ts';
import type { Route } from './+types/route.ts';
import { PollInfoCard } from './poll-info-card.tsx';
import { ResultCard } from './result-card.tsx';
import { VOTE_FIELD, VoteCard } from './vote-card.tsx';

export async function loader({ params, context }: Route.LoaderArgs) {
	return {
		...(await load(readPollPage, context, { params })),
		canManage: can(getActor(context), 'polls.update'),
		now: getRequestFacts(context).now.toISOString(),
	};
}

/** Saves the viewer's answers, chooses the date, or withdraws the poll. */
export async function action({ request, params, context }: Route.ActionArgs) {
	const form = await readPageForm(request);
	const address = `/polls/${params.pollId}`;
	const intent = form.get('intent');
	if (intent === 'polls.vote') {
		const votes = [...form].flatMap(([name, value]) =>
			name.startsWith(VOTE_FIELD) ? [{ time_id: name.slice(VOTE_FIELD.length), answer: String(value) }] : [],
		);
		const { refusal } = await submit(saveVotes, context, { params, read: () => ({ votes }) });
		if (refusal) return data({ ...refusal, intent, votes }, { status: refusal.status });
		return redirectAfterForm(context, address, { tone: 'success', title: 'Your answers are saved.' });
	}
	if (intent === 'polls.withdraw') {
		const { refusal } = await submit(withdrawPoll, context, { params });
		if (refusal) return data({ ...refusal, intent, votes: null }, { status: refusal.status });
		const notice = { tone: 'success', title: 'The poll was withdrawn.' } as const;
		return redirectAfterForm(context, address, await offerUndo(context, notice));
	}
	if (intent !== 'polls.choose') throw createUnknownFormError();
	const read = () => ({ time_id: readText(form, 'time_id') });
	const { result, refusal } = await submit(choosePollTime, context, { params, read });
	if (refusal) return data({ ...refusal, intent, votes: null }, { status: refusal.status });
	const title = 'The date is chosen, and the event is created.';
	return redirectAfterForm(
		context,
		`/events/${result.id}`,
		await offerUndo(context, {
			tone: 'success',
			title,
			text: 'Everyone who can come is signed up and told.',
		}),
	);
}

/** Revalidates after a conflict too: the poll has ended, or its date was chosen, and the page says so. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
	actionStatus === 409 || defaultShouldRevalidate;

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `${loaderData?.poll.title ?? 'Find a date'} · Townbell` },
];

export default function Poll({ loaderData, actionData }: Route.ComponentProps) {
	const { poll, announcement, canManage, now, position } = loaderData;
	const isOpen = isUndecided(poll.status);
	const currentTime = useNow(now, MINUTE_MS / 4);
	const state =
		poll.status === 'open'
			? describeTimeLeft(new Date(poll.answer_by), currentTime)
			: POLL_STATUS_LABELS[poll.status];
	return (
		<div className={wrap}>
			<BackLink to="/events">Events</BackLink>
			<PageHead
				title={<Name>{poll.title}</Name>}
				subtitle={`Find a date · ${state}`}
				actions={canManage && isOpen && <PollActions pollId={poll.id} />}
			/>
			<FailureNotice failure={actionData} title={actionData && getFailureTitle(String(actionData.intent))} />
			<Decision poll={poll} canManage={canManage} />
			<div className={page.columns}>
				<div className={page.main}>
					{poll.status === 'open' && <VoteCard key={poll.id} poll={poll} typed={actionData?.votes ?? []} />}
					<ResultCard poll={poll} canChoose={canManage && isOpen} now={now} />
				</div>
				<div className={page.side}>
					<PollInfoCard poll={poll}>
						<MessageState
							eventId={poll.id}
							intent="events.postAnnouncement"
							message={announcement}
							label={canPostAgain(announcement, poll.status === 'open') ? 'Post again' : null}
							className={sync}
						/>
					</PollInfoCard>
				</div>
			</div>
			<Live eventId={poll.id} position={position} shown={[]} isWaiting={announcement?.state === 'pending'} />
		</div>
	);
}

function PollActions({ pollId }: { pollId: string }) {
	const isSending = useNavigation().formData?.get('intent') === 'polls.withdraw';
	return (
		<>
			<ButtonLink to={`/polls/${pollId}/edit`} icon={Pencil}>
				Edit
			</ButtonLink>
			<Form method="post">
				<input type="hidden" name="intent" value="polls.withdraw" />
				<Button variant="danger" icon={CalendarX2} pending={isSending && 'Withdrawing...'}>
					Withdraw
				</Button>
			</Form>
		</>
	);
}

function Decision({ poll, canManage }: { poll: PollDetail; canManage: boolean }) {
	if (poll.status === 'open') return null;
	return (
		<Notice tone={poll.event_id ? 'success' : 'info'} live={false} title={POLL_TEXTS[poll.status]}>
			{poll.status === 'closed' &&
				(canManage
					? 'Choose a date below, or edit the poll to give members more time.'
					: 'A creator chooses the date from the answers.')}
			{poll.status === 'chosen' &&
				(poll.event_id ? (
					<Link to={`/events/${poll.event_id}`} className={textLink}>
						View the event
					</Link>
				) : (
					'The event was deleted.'
				))}
		</Notice>
	);
}
