import { type ReactNode, useId } from 'react';
import { joinClasses } from './classes.ts';
import * as css from './field.css.ts';
import { Icon } from './icon.tsx';
import { CircleAlert } from './icons.ts';
import { hidden, subtleSmall } from './text.css.ts';

/** One text, or a form library's list of texts whose first is shown. */
export type FieldErrorText = string | string[] | null | undefined;

type ControlProps = {
	id: string;
	'aria-describedby': string | undefined;
	'aria-invalid': true | undefined;
	required: boolean | undefined;
};

export type FieldLook = {
	label: ReactNode;
	hideLabel?: boolean;
	hint?: ReactNode;
	error?: FieldErrorText;
	/** Whether the error is a question that the control answers: it stands above the control. */
	asks?: boolean;
	required?: boolean;
	id?: string;
};

type FrameProps = FieldLook & { className?: string };

export type FieldProps = FrameProps & { children: (control: ControlProps) => ReactNode };

/** Returns the props of a field's frame, and those of its control. */
export function splitField<Props extends FrameProps>({
	label,
	hideLabel,
	hint,
	error,
	asks,
	required,
	id,
	className,
	...rest
}: Props) {
	return [{ label, hideLabel, hint, error, asks, required, id, className }, rest] as const;
}

export function FieldError({ id, error }: { id?: string; error: FieldErrorText }) {
	const text = Array.isArray(error) ? error[0] : error;
	if (!text) return null;
	return (
		<span id={id} className={css.error}>
			<Icon icon={CircleAlert} size="small" className={css.errorIcon} />
			<span>{text}</span>
		</span>
	);
}

/** Returns the ids and the state of one control. Screen readers read its hint and its error with it. */
export function useControl({
	id,
	hint,
	error,
	required,
}: Pick<FieldLook, 'id' | 'hint' | 'error' | 'required'>) {
	const own = useId();
	const base = id ?? own;
	const failed = Array.isArray(error) ? error.length > 0 : Boolean(error);
	const hintId = hint ? `${base}-hint` : undefined;
	const errorId = failed ? `${base}-error` : undefined;
	const control: ControlProps = {
		id: base,
		'aria-describedby': joinClasses(hintId, errorId),
		'aria-invalid': failed || undefined,
		required,
	};
	return { control, hintId, errorId };
}

export function Field({
	label,
	hideLabel,
	hint,
	error,
	asks,
	required,
	id,
	className,
	children,
}: FieldProps) {
	const { control, hintId, errorId } = useControl({ id, hint, error, required });
	const message = <FieldError id={errorId} error={error} />;
	return (
		<div className={joinClasses(css.field, className)}>
			<label htmlFor={control.id} className={hideLabel ? hidden : css.label}>
				{label}
				{required && (
					<span className={css.required} aria-hidden="true">
						{' *'}
					</span>
				)}
			</label>
			{asks && message}
			{children(control)}
			{hint && (
				<span id={hintId} className={subtleSmall}>
					{hint}
				</span>
			)}
			{!asks && message}
		</div>
	);
}
