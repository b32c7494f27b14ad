import { data } from 'react-router';
import { Dialog } from '~/app/ui/dialog.tsx';
import { planWeek, type TemplateForm } from '~/domain/events/template-week.ts';
import { config } from '~/server/config.ts';
import { guardPage, load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import { factsOf } from '~/server/http/context.ts';
import { makeFormKey } from '~/server/operations/idempotency.ts';
import {
	checkTemplateWeek,
	readTemplateForm,
	readTemplateRun,
	startTemplateWeek,
} from '~/server/operations/template-week.ts';
import type { Route } from './+types/route.ts';
import { AskTemplates } from './ask-templates.tsx';
import { pressStoryteller, readTemplateFields, toTemplateBody } from './template-fields.ts';
import { TemplateWeekForm } from './template-form.tsx';
import { TemplateRun } from './template-run.tsx';
import { QUIET, runAddress, type TemplateState } from './template-state.ts';
import { useTemplateRun } from './use-template-run.ts';

/** The dialog of a template week, an address of its own; `?run` is a week whose making it shows. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'events.createTemplateWeek');
	const runId = url.searchParams.get('run');
	// Before the form: of a week that has ended by then, the form knows all nights.
	const run = runId === null ? null : await load(readTemplateRun, context, { params: { runId } });
	const { form, people } = await load(readTemplateForm, context);
	const state: TemplateState = { ...QUIET, form, formKey: makeFormKey() };
	return { people, state, run };
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'events.createTemplateWeek');
	const sent = await receiveForm(request);
	const key = sent.get('key');
	const form = readTemplateFields(sent);
	const formKey = typeof key === 'string' && key !== '' ? key : makeFormKey();
	const state: TemplateState = { ...QUIET, form, formKey };
	const press = sent.get('press');
	if (press === 'edit') return data(state);
	const { people } = await load(readTemplateForm, context);
	const pressed = pressStoryteller(sent, people);
	if (pressed) return data({ ...state, ...pressed });
	const read = () => ({ ...toTemplateBody(form), idempotencyKey: formKey });
	if (press === 'create') {
		const { answer, refusal } = await submit(startTemplateWeek, context, { read });
		if (!refusal) return seeOther(context, runAddress(answer.runId));
		// Only a key that stands for another week is given up: the others may have done their work unheard.
		const isSpent = refusal.status === 409;
		return data(
			{ ...state, refusal, formKey: isSpent ? makeFormKey() : formKey },
			{ status: refusal.status },
		);
	}
	const { answer, refusal } = await submit(checkTemplateWeek, context, { read });
	if (refusal) return data({ ...state, refusal }, { status: refusal.status });
	return data({ ...state, asked: planNights(answer, factsOf(context).now) });
}

const planNights = (form: TemplateForm, now: Date) => planWeek(form, { now, gameName: config().GAME_NAME });

export default function TemplateEvents({ loaderData, actionData }: Route.ComponentProps) {
	const { people, state: fresh } = loaderData;
	const run = useTemplateRun(loaderData.run);
	const state = actionData ?? fresh;
	const isAsking = state.asked !== null;
	const isMaking = run !== null && run.result === null;
	return (
		<Dialog
			title={isAsking ? 'Create these events?' : 'Create Template Events'}
			closeHref="/admin"
			width="wide"
		>
			{run && !actionData && <TemplateRun run={run} />}
			{state.asked && <AskTemplates state={state} nights={state.asked} people={people} />}
			{!isAsking && !(isMaking && !actionData) && (
				// A week that was made leaves a fresh form behind.
				<TemplateWeekForm key={fresh.formKey} state={state} people={people} />
			)}
		</Dialog>
	);
}
