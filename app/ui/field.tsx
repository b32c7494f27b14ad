import { type ComponentProps, type InputEvent, type ReactNode, useRef, useState } from 'react';
import { joinClasses } from './classes.ts';
import * as css from './field.css.ts';
import { Field, FieldError, type FieldLook, splitField, useControl } from './field-frame.tsx';
import { Icon } from './icon.tsx';
import { Check, ChevronDown, type IconName } from './icons.ts';
import { subtleSmall } from './text.css.ts';

export { FieldError, type FieldErrorText } from './field-frame.tsx';

type ClassNameProps = {
	/** The class of the whole field; `inputClassName` is the control's class. */
	className?: string;
	inputClassName?: string;
};

export type TextInputProps = FieldLook &
	ClassNameProps & { icon?: IconName } & Omit<ComponentProps<'input'>, 'className'>;

export function TextInput(props: TextInputProps) {
	const [frame, { inputClassName, icon, ...rest }] = splitField(props);
	return (
		<Field {...frame}>
			{(control) => (
				<span className={css.controlFrame}>
					{icon && <Icon icon={icon} className={css.leading} />}
					<input
						type="text"
						dir="auto"
						{...rest}
						{...control}
						className={joinClasses(css.control, icon && css.withLeading, inputClassName)}
					/>
				</span>
			)}
		</Field>
	);
}

export type TextAreaProps = FieldLook & ClassNameProps & Omit<ComponentProps<'textarea'>, 'className'>;

export function TextArea(props: TextAreaProps) {
	const [frame, { inputClassName, ...rest }] = splitField(props);
	return (
		<Field {...frame}>
			{(control) => (
				<textarea
					rows={3}
					dir="auto"
					{...rest}
					{...control}
					className={joinClasses(css.control, css.area, inputClassName)}
				/>
			)}
		</Field>
	);
}

export type SelectProps = FieldLook & ClassNameProps & Omit<ComponentProps<'select'>, 'className'>;

export function Select(props: SelectProps) {
	const [frame, { inputClassName, ...rest }] = splitField(props);
	return (
		<Field {...frame}>
			{(control) => (
				<span className={css.controlFrame}>
					<select {...rest} {...control} className={joinClasses(css.control, css.select, inputClassName)} />
					<Icon icon={ChevronDown} className={css.chevron} />
				</span>
			)}
		</Field>
	);
}

export const Options = ({
	entries,
}: {
	entries: readonly (readonly [value: string | number, text: string])[];
}) =>
	entries.map(([value, text]) => (
		<option key={value} value={value}>
			{text}
		</option>
	));

export type ChoiceProps = Pick<FieldLook, 'hint' | 'error' | 'id' | 'required'> & {
	label: ReactNode;
	strong?: boolean;
} & Omit<ComponentProps<'input'>, 'type'>;

export function Checkbox({ label, hint, error, id, required, strong, className, ...rest }: ChoiceProps) {
	const { control, hintId, errorId } = useControl({ id, hint, error, required });
	return (
		<div className={className}>
			<label className={css.choice}>
				<span className={css.box}>
					<input {...rest} {...control} type="checkbox" className={css.checkbox} />
					<Icon icon={Check} size="small" className={css.check} />
				</span>
				<ChoiceText label={label} strong={strong} hint={hint} hintId={hintId} />
			</label>
			<FieldError id={errorId} error={error} />
		</div>
	);
}

/** Renders a checkbox as an on/off switch, at the right of its label. */
export function Switch({ label, hint, error, id, required, strong = true, className, ...rest }: ChoiceProps) {
	const { control, hintId, errorId } = useControl({ id, hint, error, required });
	return (
		<div className={className}>
			<label className={joinClasses(css.choice, css.switchRow)}>
				<ChoiceText label={label} strong={strong} hint={hint} hintId={hintId} />
				{/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state */}
				<input {...rest} {...control} type="checkbox" role="switch" className={css.toggle} />
			</label>
			<FieldError id={errorId} error={error} />
		</div>
	);
}

type ChoiceTextProps = { label: ReactNode; strong?: boolean; hint?: ReactNode; hintId?: string };

function ChoiceText({ label, strong, hint, hintId }: ChoiceTextProps) {
	return (
		<span className={css.choiceText}>
			<span className={joinClasses(css.choiceLabel, strong && css.strongLabel)}>{label}</span>
			{hint && (
				<span id={hintId} className={subtleSmall}>
					{hint}
				</span>
			)}
		</span>
	);
}

/** Returns the text of an uncontrolled field, and the props that keep it up to date. */
export function useTypedText(initial: string) {
	const [text, setText] = useState(initial);
	const ref = useRef<HTMLInputElement>(null);
	// Text that was typed before the page was hydrated comes as an `input` event, for which React has no `change`.
	const onInput = ({ currentTarget }: InputEvent<HTMLInputElement>) => setText(currentTarget.value);
	return { text, setText, props: { ref, onInput } };
}
