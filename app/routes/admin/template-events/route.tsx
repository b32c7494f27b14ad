import { data, Link, useNavigation, useSearchParams } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { isDatesRequest } from '~/app/shell/repeat-fields.tsx';
import { UndoForm, UndoPromise } from '~/app/shell/undo-form.tsx';
import { useFormState } from '~/app/shell/use-form-fields.ts';
import { Dialog } from '~/app/ui/dialog.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { Progress } from '~/app/ui/progress.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import {
	describeCreated,
	describeDayError,
	listWeekStarts,
	TEMPLATE_TEXTS,
	type TemplateResult,
} from '~/domain/events/template-week.ts';
import { FAILURES } from '~/domain/failures.ts';
import { formatCount } from '~/domain/format-count.ts';
import { guardPage, load, readPageForm, redirectAfterForm, submit } from '~/server/http/responses.ts';
import {
	type CreatedWeek as CreatedWeekProps,
	createTemplateWeek,
	findCreatedWeek,
	planTemplateWeek,
	readTemplateForm,
} from '~/server/operations/events/index.ts';
import { createFormKey } from '~/server/operations/kernel/idempotency.ts';
import type { Route } from './+types/route.ts';
import { ConfirmTemplates } from './confirm-templates.tsx';
import * as css from './template-events.css.ts';
import { applyStorytellerButton, readTemplateFields, toTemplateBody } from './template-fields.ts';
import { TemplateWeekForm } from './template-form.tsx';
import { buildCreatedAddress, INITIAL_STATE, type TemplateState } from './template-state.ts';

/** The dialog of a template week. With `?created={key}` it shows what the form with this key has created. */
export async function loader({ url, context }: Route.LoaderArgs) {
	guardPage(context, 'events.createTemplateWeek');
	const key = url.searchParams.get('created');
	const created = key === null ? null : await load(findCreatedWeek, context, { read: () => ({ key }) });
	const { form, ...offer } = await load(readTemplateForm, context);
	const state: TemplateState = { ...INITIAL_STATE, form, formKey: createFormKey() };
	return { ...offer, state, created };
}

export async function action({ request, context }: Route.ActionArgs) {
	guardPage(context, 'events.createTemplateWeek');
	const formData = await readPageForm(request);
	const form = readTemplateFields(formData);
	const formKey = readText(formData, 'key') || createFormKey();
	const state: TemplateState = { ...INITIAL_STATE, form, formKey };
	const press = formData.get('press');
	if (press === 'edit') return data(state);
	if (isDatesRequest(formData)) return data({ ...state, starts: listWeekStarts(form) });
	const { storytellers } = await load(readTemplateForm, context);
	const changed = applyStorytellerButton(formData, storytellers);
	if (changed) return data({ ...state, ...changed });
	const read = () => ({ ...toTemplateBody(form), idempotencyKey: formKey });
	if (press === 'create') {
		const { refusal } = await submit(createTemplateWeek, context, { read });
		if (!refusal) return redirectAfterForm(context, buildCreatedAddress(formKey));
		// After a conflict (409) the form gets a new key. Other errors keep it: the request may have succeeded, and
		// a repeat must not create the week again.
		const isKeyUsed = refusal.status === 409;
		return data(
			{ ...state, refusal, formKey: isKeyUsed ? createFormKey() : formKey },
			{ status: refusal.status },
		);
	}
	const { result: plannedDays, refusal } = await submit(planTemplateWeek, context, { read });
	if (refusal) return data({ ...state, refusal }, { status: refusal.status });
	return data({ ...state, plannedDays });
}

export default function TemplateEvents({ loaderData, actionData }: Route.ComponentProps) {
	const { storytellers, canAnnounce, state: initialState, created } = loaderData;
	const createdKey = useSearchParams()[0].get('created');
	const state = useFormState(initialState, actionData, createdKey);
	const isConfirming = state.plannedDays !== null;
	const isCreating = useNavigation().formData?.get('press') === 'create';
	return (
		<Dialog
			title={isConfirming ? 'Create these events?' : 'Create Template Events'}
			closeHref="/admin"
			width="wide"
		>
			{isCreating && <Progress label={TEMPLATE_TEXTS.starting} value={0} />}
			{created && !actionData && !isConfirming && <CreatedWeek {...created} />}
			{state.plannedDays && (
				<ConfirmTemplates state={state} plannedDays={state.plannedDays} storytellers={storytellers} />
			)}
			{!isConfirming && (
				// The dialog of a created week also renders a fresh form.
				<TemplateWeekForm
					key={createdKey}
					state={state}
					storytellers={storytellers}
					canAnnounce={canAnnounce}
				/>
			)}
		</Dialog>
	);
}

/** Renders what a form has created, at the end of its progress (spec, section 4). */
export function CreatedWeek({ result, undo }: CreatedWeekProps) {
	const { title, text, seriesText } = describeCreated(result);
	return result.eventsCreated === 0 ? (
		<div className={css.run}>
			<Notice tone="error" title={FAILURES['events.createTemplateWeek']}>
				<Errors errors={result.errors} />
			</Notice>
		</div>
	) : (
		<div className={css.run}>
			<Progress label={TEMPLATE_TEXTS.done} value={100} />
			<Notice tone="success" title={title}>
				{text}
				{seriesText && (
					<>
						{' '}
						{seriesText}
						<Series events={result.events} />
					</>
				)}
				{result.errors.length > 0 && (
					<>
						<strong className={css.listHead}>Errors:</strong>
						<Errors errors={result.errors} />
					</>
				)}
				{undo && (
					<>
						<UndoForm entryId={undo} back="/admin/events" className={css.undo} />
						<UndoPromise />
					</>
				)}
			</Notice>
		</div>
	);
}

function Series({ events }: Pick<TemplateResult, 'events'>) {
	return (
		<ul className={css.list} aria-label="All dates">
			{events.map(({ id, title, seriesEvents = 0 }) => (
				<li key={id}>
					<Link to={`/events/${id}/series`} className={textLink}>
						<bdi>{title}</bdi>
					</Link>
					: {formatCount(seriesEvents, 'date')}
				</li>
			))}
		</ul>
	);
}

function Errors({ errors }: Pick<TemplateResult, 'errors'>) {
	return (
		<ul className={css.list}>
			{errors.map((dayError) => (
				<li key={dayError.day}>{describeDayError(dayError)}</li>
			))}
		</ul>
	);
}
