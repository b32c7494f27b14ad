import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import * as css from './button.css.ts';
import { joinClasses } from './classes.ts';
import { Icon, Spinner } from './icon.tsx';
import type { IconName } from './icons.ts';

type ButtonVariant = keyof typeof css.variant;

export type ButtonLook = {
	variant?: ButtonVariant;
	size?: 'normal' | 'large';
	icon?: IconName;
	iconEnd?: IconName;
	wide?: boolean;
};

/** Returns the classes of a button, for a summary or a label that must look like one. */
export function getButtonClass(
	{ variant = 'secondary', size = 'normal', wide }: ButtonLook,
	className?: string,
) {
	return joinClasses(
		css.button,
		size === 'large' && css.large,
		css.variant[variant],
		css.disabled,
		wide && css.wide,
		className,
	);
}

export function ButtonContent({
	icon,
	iconEnd,
	children,
}: Pick<ButtonLook, 'icon' | 'iconEnd'> & { children?: ReactNode }) {
	return (
		<>
			{icon && <Icon icon={icon} />}
			{children}
			{iconEnd && <Icon icon={iconEnd} size="small" />}
		</>
	);
}

export type ButtonProps = ButtonLook &
	ComponentProps<'button'> & {
		/** The label while the response is awaited ("Creating..."); a second press does nothing then. */
		pending?: string | false | null;
	};

/** Renders a form's button; it submits unless `type` says otherwise. */
export function Button({
	variant,
	size,
	icon,
	iconEnd,
	wide,
	pending,
	className,
	children,
	...rest
}: ButtonProps) {
	const look = getButtonClass(
		{ variant, size, wide },
		joinClasses(pending ? css.pending : undefined, className),
	);
	const content = (
		<ButtonContent icon={icon} iconEnd={iconEnd}>
			{children}
		</ButtonContent>
	);
	if (!pending) {
		return (
			<button type="submit" {...rest} className={look}>
				{content}
			</button>
		);
	}
	return (
		<button type="submit" {...rest} className={look} aria-disabled="true" onClick={preventClick}>
			<span className={css.labels}>
				<span className={css.hiddenLabel} aria-hidden="true">
					{content}
				</span>
				<span className={css.label}>
					<Spinner />
					{pending}
				</span>
			</span>
		</button>
	);
}

function preventClick(event: MouseEvent) {
	event.preventDefault();
}

export type ButtonLinkProps = ButtonLook & LinkProps;

export function ButtonLink({
	variant,
	size,
	icon,
	iconEnd,
	wide,
	className,
	children,
	...rest
}: ButtonLinkProps) {
	return (
		<Link {...rest} className={getButtonClass({ variant, size, wide }, className)}>
			<ButtonContent icon={icon} iconEnd={iconEnd}>
				{children}
			</ButtonContent>
		</Link>
	);
}

export type IconLook = {
	icon: IconName;
	/** The accessible name and the tooltip. */
	label: string;
	edge?: boolean;
	danger?: boolean;
};

export function getIconButtonClass({ edge, danger }: Pick<IconLook, 'edge' | 'danger'>, className?: string) {
	return joinClasses(css.iconButton, edge && css.edged, danger && css.dangerIcon, className);
}

/** Returns the properties of an icon that is a control, whichever element it is. */
const toIconFace = <Rest extends { className?: string | undefined }>({
	icon,
	label,
	edge,
	danger,
	className,
	...rest
}: IconLook & Rest) => ({
	title: label,
	...rest,
	'aria-label': label,
	className: getIconButtonClass({ edge, danger }, className),
	children: <Icon icon={icon} />,
});

export const IconButton = (props: IconLook & Omit<ComponentProps<'button'>, 'children'>) => (
	<button type="submit" {...toIconFace(props)} />
);

export const IconLink = (props: IconLook & Omit<LinkProps, 'children'>) => <Link {...toIconFace(props)} />;
