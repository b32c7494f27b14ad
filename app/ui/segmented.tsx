import { type ReactNode, type Ref, useId } from 'react';
import type { Look } from './badge.tsx';
import { joinClasses } from './classes.ts';
import { FieldError, type FieldErrorText } from './field-frame.tsx';
import { Icon, Spinner } from './icon.tsx';
import * as css from './segmented.css.ts';
import { hidden } from './text.css.ts';

export type SegmentedOption = Look & { value: string; label: ReactNode };

type Shared = {
	/** The name of the form field; each option sends its value under it. */
	name: string;
	label: string;
	options: readonly SegmentedOption[];
	layout?: keyof typeof css.layout;
	className?: string;
};

export type SegmentedButtonsProps = Shared & {
	value?: string | null;
	pendingValue?: string | null;
	ref?: Ref<HTMLDivElement>;
};

/** Renders submit buttons in a track; one press sends the value, and the selected one is pressed. */
export function SegmentedButtons(props: SegmentedButtonsProps) {
	const { name, label, options, layout = 'row', value, pendingValue, ref, className } = props;
	const shown = pendingValue ?? value;
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid everywhere
		<div
			ref={ref}
			tabIndex={ref ? -1 : undefined}
			role="group"
			aria-label={label}
			className={joinClasses(css.track, css.layout[layout], className)}
		>
			{options.map((option) => (
				<button
					key={option.value}
					type="submit"
					name={name}
					value={option.value}
					aria-pressed={option.value === shown}
					className={joinClasses(css.option, css.chosen[option.tone])}
				>
					{option.value === pendingValue ? <Spinner /> : <Icon icon={option.icon} />}
					{option.label}
				</button>
			))}
		</div>
	);
}

export type SegmentedRadiosProps = Shared & {
	defaultValue?: string | null;
	required?: boolean;
	error?: FieldErrorText;
};

/** Renders the same track as a radio group inside a larger form. */
export function SegmentedRadios(props: SegmentedRadiosProps) {
	const { name, label, options, layout = 'grid', defaultValue, required, error, className } = props;
	const id = useId();
	const errorId = error?.length ? `${id}-error` : undefined;
	return (
		<fieldset className={className} aria-describedby={errorId}>
			<legend className={hidden}>{label}</legend>
			<div className={joinClasses(css.track, css.layout[layout])}>
				{options.map((option) => (
					<label key={option.value} className={css.radioLabel}>
						<input
							type="radio"
							name={name}
							value={option.value}
							defaultChecked={option.value === defaultValue}
							required={required}
							className={css.radio}
						/>
						<span className={joinClasses(css.option, css.radioFace, css.chosen[option.tone])}>
							<Icon icon={option.icon} />
							{option.label}
						</span>
					</label>
				))}
			</div>
			<FieldError id={errorId} error={error} />
		</fieldset>
	);
}
