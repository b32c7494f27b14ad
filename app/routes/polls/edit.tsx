import { data, Link } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { offerUndo } from '~/app/shell/offer-undo.ts';
import { useFormState } from '~/app/shell/use-form-fields.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { Name } from '~/app/ui/name.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import { toPollFormValues } from '~/domain/polls/form.ts';
import { sortByDate } from '~/domain/polls/poll.ts';
import type { PollView } from '~/domain/polls/schema.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { readPollView, updatePoll } from '~/server/operations/polls/index.ts';
import type { Route } from './+types/edit.ts';
import { PollForm, type PollFormState } from './poll-form.tsx';
import { receivePollForm } from './receive-poll-form.ts';

/** The form that changes a poll, for creators and admins. */
export async function loader({ params, context }: Route.LoaderArgs) {
	guardPage(context, 'polls.update');
	const poll = await load(readPollView, context, { params });
	const state: PollFormState = {
		values: toPollFormValues(poll),
		formKey: null,
		version: poll.version,
		refusal: null,
	};
	return { poll, state, minDate: getToday(poll.timezone, getRequestFacts(context).now) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
	guardPage(context, 'polls.update');
	const form = await readPageForm(request);
	const { state, read, toRefused } = receivePollForm(form, await load(readPollView, context, { params }));
	const { refusal } = await submit(updatePoll, context, {
		params,
		read: () => ({ ...read(), version: state.version ?? undefined }),
	});
	if (!refusal) {
		const notice = { tone: 'success', title: 'The poll was changed.' } as const;
		return redirectAfterForm(context, `/polls/${params.pollId}`, await offerUndo(context, notice));
	}
	// Saving again replaces the version that the user has been told about.
	const current = refusal.extra.current as PollView | undefined;
	const isConflict = current !== undefined || readText(form, 'conflict') !== '';
	return data(
		{ ...toRefused(refusal), version: current?.version ?? state.version, isConflict },
		{ status: refusal.status },
	);
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
	{ title: `Change ${loaderData?.poll.title ?? 'poll'} · Townbell` },
];

export default function EditPoll({ loaderData: { poll, state, minDate }, actionData }: Route.ComponentProps) {
	return (
		<div className={wrap}>
			<BackLink to={`/polls/${poll.id}`}>Back to the poll</BackLink>
			<PageHead title="Change poll" subtitle={<Name>{poll.title}</Name>} />
			<PollForm
				intent="polls.update"
				state={useFormState<PollFormState>(state, actionData)}
				minDate={minDate}
				cancelHref={`/polls/${poll.id}`}
				submit="Save changes"
				answers={sortByDate(poll.times).map((time) => time.yes + time.if_needed + time.no)}
			>
				{actionData?.isConflict && (
					<Notice>
						<input type="hidden" name="conflict" value="1" />
						Your version is in the form below. Saving again replaces the other version.{' '}
						<Link to={`/polls/${poll.id}/edit`} reloadDocument className={textLink}>
							Discard mine and use the saved version
						</Link>
					</Notice>
				)}
			</PollForm>
		</div>
	);
}
