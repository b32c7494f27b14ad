import { data } from 'react-router';
import { useFormState } from '~/app/shell/use-form-fields.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { DEFAULT_TIMEZONE } from '~/domain/limits.ts';
import { EMPTY_POLL_FORM } from '~/domain/polls/form.ts';
import { getToday } from '~/domain/time/wall-time.ts';
import { getRequestFacts } from '~/server/http/context.ts';
import { guardPage, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import { createPoll } from '~/server/operations/polls/index.ts';
import type { Route } from './+types/create.ts';
import { PollForm, type PollFormState } from './poll-form.tsx';
import { receivePollForm } from './receive-poll-form.ts';

/** Find a date: creators and admins offer times for an event. */
export function loader({ context }: Route.LoaderArgs) {
	guardPage(context, 'polls.create');
	const state: PollFormState = {
		values: EMPTY_POLL_FORM,
		formKey: createFormKey(),
		version: null,
		refusal: null,
	};
	return { state, minDate: getToday(DEFAULT_TIMEZONE, getRequestFacts(context).now) };
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'polls.create');
	const { state, read, toRefused } = receivePollForm(await readPageForm(request));
	const { result, refusal } = await submit(createPoll, context, {
		read: () => ({ ...read(), idempotencyKey: state.formKey }),
	});
	if (!refusal) {
		const title = 'Members can answer now.';
		return redirectAfterForm(context, `/polls/${result.id}`, { tone: 'success', title });
	}
	// The form gets a new key only when its key belongs to another request: after other errors the poll may exist.
	const isKeyUsed = refusal.status === 409 || refusal.fieldErrors.idempotencyKey !== undefined;
	const formKey = isKeyUsed ? createFormKey() : state.formKey;
	return data({ ...toRefused(refusal), formKey }, { status: refusal.status });
}

export const meta: Route.MetaFunction = () => [{ title: 'Find a date · Townbell' }];

export default function FindDate({ loaderData: { state, minDate }, actionData }: Route.ComponentProps) {
	return (
		<div className={wrap}>
			<BackLink to="/events">Events</BackLink>
			<PageHead
				title="Find a date"
				subtitle="Offer times for an event. Members say which of them suit, and you choose one."
			/>
			<PollForm
				intent="polls.create"
				state={useFormState<PollFormState>(state, actionData)}
				minDate={minDate}
				cancelHref="/events"
				submit="Ask members"
			/>
		</div>
	);
}
