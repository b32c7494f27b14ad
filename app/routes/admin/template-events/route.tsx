import { data, useNavigation } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { Dialog } from '~/app/ui/dialog.tsx';
import { Progress } from '~/app/ui/progress.tsx';
import { TEMPLATE_TEXTS } from '~/domain/events/template-week.ts';
import { guardPage, load, receiveForm, seeOther, submit } from '~/server/http/answers.ts';
import {
	createTemplateWeek,
	findCreatedWeek,
	planTemplateWeek,
	readTemplateForm,
} from '~/server/operations/events/index.ts';
import { makeFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/route.ts';
import { AskTemplates } from './ask-templates.tsx';
import { CreatedWeek } from './created-week.tsx';
import { pressStoryteller, readTemplateFields, toTemplateBody } from './template-fields.ts';
import { TemplateWeekForm } from './template-form.tsx';
import { createdAddress, QUIET, type TemplateState } from './template-state.ts';

/** The dialog of a template week. With `?created={key}` it shows what the form with this key has created. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'events.createTemplateWeek');
	const key = url.searchParams.get('created');
	const created = key === null ? null : await load(findCreatedWeek, context, { params: { key } });
	const { form, people } = await load(readTemplateForm, context);
	const state: TemplateState = { ...QUIET, form, formKey: makeFormKey() };
	return { people, state, created };
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'events.createTemplateWeek');
	const sent = await receiveForm(request);
	const form = readTemplateFields(sent);
	const formKey = readText(sent, 'key') || makeFormKey();
	const state: TemplateState = { ...QUIET, form, formKey };
	const press = sent.get('press');
	if (press === 'edit') return data(state);
	const { people } = await load(readTemplateForm, context);
	const pressed = pressStoryteller(sent, people);
	if (pressed) return data({ ...state, ...pressed });
	const read = () => ({ ...toTemplateBody(form), idempotencyKey: formKey });
	if (press === 'create') {
		const { refusal } = await submit(createTemplateWeek, context, { read });
		if (!refusal) return seeOther(context, createdAddress(formKey));
		// After a conflict (409) the form gets a new key. Other errors keep it: the request may have succeeded, and
		// a repeat must not create the week again.
		const isSpent = refusal.status === 409;
		return data(
			{ ...state, refusal, formKey: isSpent ? makeFormKey() : formKey },
			{ status: refusal.status },
		);
	}
	const { answer: asked, refusal } = await submit(planTemplateWeek, context, { read });
	if (refusal) return data({ ...state, refusal }, { status: refusal.status });
	return data({ ...state, asked });
}

export default function TemplateEvents({ loaderData, actionData }: Route.ComponentProps) {
	const { people, state: fresh, created } = loaderData;
	const state = actionData ?? fresh;
	const isAsking = state.asked !== null;
	const isCreating = useNavigation().formData?.get('press') === 'create';
	return (
		<Dialog
			title={isAsking ? 'Create these events?' : 'Create Template Events'}
			closeHref="/admin"
			width="wide"
		>
			{isCreating && <Progress label={TEMPLATE_TEXTS.starting} value={0} />}
			{created && !actionData && <CreatedWeek result={created} />}
			{state.asked && <AskTemplates state={state} nights={state.asked} people={people} />}
			{!isAsking && (
				// The dialog of a created week also renders a fresh form.
				<TemplateWeekForm key={fresh.formKey} state={state} people={people} />
			)}
		</Dialog>
	);
}
