import type { ReactNode } from 'react';
import { Form, useLocation } from 'react-router';
import { LeaveGuard } from '~/app/shell/leave-guard.tsx';
import { PictureField } from '~/app/shell/picture-field.tsx';
import { Button, ButtonLink } from '~/app/ui/button.tsx';
import { Card, CardSection } from '~/app/ui/card.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { chooseVariant } from '~/app/ui/town/scenes.ts';
import { FAILURES } from '~/domain/failures.ts';
import * as css from './event-form.css.ts';
import type { EventFormState } from './form-state.ts';
import { type EventFormModel, FORM_ID } from './use-event-form.ts';

type EventFormProps = {
	model: EventFormModel;
	state: EventFormState;
	intent: 'events.create' | 'events.update';
	/** What would be lost when the page is left. */
	unsaved: string;
	cancelHref: string;
	submit: ReactNode;
	/** Shown above the form after a refusal. */
	above?: ReactNode;
	children: ReactNode;
};

/** Renders the frame of both event forms: the refusal, the sections, Cancel and the submit button. */
export function EventForm({
	model,
	state,
	intent,
	unsaved,
	cancelHref,
	submit,
	above,
	children,
}: EventFormProps) {
	const { form, ref, notice, failure, onInput, isChanged } = model;
	const { pathname } = useLocation();
	return (
		<div className={css.formColumn}>
			<div ref={notice} tabIndex={-1} className={css.refusal}>
				{failure?.kind === 'failure' && (
					<Notice tone="error" title={FAILURES[intent]}>
						{failure.reason}
					</Notice>
				)}
				{failure && failure.kind !== 'failure' && (
					<Notice tone={failure.kind === 'question' ? 'info' : 'error'} title={failure.reason}>
						<p>
							{failure.kind === 'question'
								? 'Not saved yet. Please answer below, or change the event.'
								: FAILURES[intent]}
						</p>
					</Notice>
				)}
				{above}
			</div>
			<LeaveGuard isUnsaved={isChanged} isKept={(next) => next === pathname} text={unsaved} />
			<Form
				ref={ref}
				id={FORM_ID}
				method="post"
				encType="multipart/form-data"
				noValidate
				onSubmit={form.onSubmit}
				onInput={(event) => onInput((event.target as HTMLInputElement).name)}
			>
				<input type="hidden" name="intent" value={intent} />
				{/* Enter in a field presses the form's first button, which must not be one of Quick Select. */}
				<button type="submit" name="enter" value="1" tabIndex={-1} aria-hidden="true" className={hidden} />
				{state.formKey && <input type="hidden" name="key" value={state.formKey} />}
				{state.version !== null && <input type="hidden" name="version" value={state.version} />}
				<input type="hidden" name="dateBefore" value={state.values.date} />
				<Card as="div" bare>
					{children}
					<CardSection className={css.foot}>
						<ButtonLink to={cancelHref} variant="quiet" className={css.cancel}>
							Cancel
						</ButtonLink>
						{submit}
					</CardSection>
				</Card>
			</Form>
		</div>
	);
}

type SubmitButtonProps = { model: EventFormModel; pending: string } & Omit<
	Parameters<typeof Button>[0],
	'pending' | 'variant' | 'size'
>;

export function SubmitButton({ model, pending, ...rest }: SubmitButtonProps) {
	return <Button {...rest} variant="primary" size="large" pending={model.isPending && pending} />;
}

type EventImageProps = {
	state: EventFormState;
	/** The event whose scene is drawn, with its saved picture. */
	event?: { id: string; image_url: string | null };
};

/** The banner variant of a new event; its tower is visible in a small crop. */
const NEW_EVENT_VARIANT = 1;

export function EventImage({ state: { image, refusal }, event }: EventImageProps) {
	return (
		<PictureField
			label="Event image"
			hint="JPG, PNG or GIF under 10MB. 960×540 works best. Leave empty to use the town drawing."
			variant={event ? chooseVariant(event.id) : NEW_EVENT_VARIANT}
			saved={event?.image_url ?? null}
			image={image}
			error={refusal?.fieldErrors.image}
		/>
	);
}
