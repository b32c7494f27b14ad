import { type ComponentProps, type ReactNode, useRef } from 'react';
import { type LinkProps, NavLink } from 'react-router';
import { type ButtonLook, getButtonClass, getIconButtonClass } from './button.tsx';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import { ChevronDown, type IconName } from './icons.ts';
import * as css from './menu.css.ts';
import { tint } from './tone.css.ts';
import type { Tone } from './tone.tsx';
import { useDismiss } from './use-dismiss.ts';

export type MenuProps = Pick<ButtonLook, 'variant' | 'size' | 'icon' | 'wide'> & {
	/** The button's text; without it the menu is an icon button and `label` names it. */
	summary?: ReactNode;
	label?: string;
	align?: 'start' | 'end';
	/** 'up' for a menu in the last row. */
	placement?: 'down' | 'up';
	/** For an icon button only: adds a border. */
	edge?: boolean;
	className?: string;
	/** With script: called when the menu opens or closes. */
	onOpenChange?: (isOpen: boolean) => void;
	/** `MenuNavLink`, `MenuButton`, or forms around them. */
	children: ReactNode;
};

/** Renders a `<details>` that looks like a button with a menu; works without script. */
export function Menu(props: MenuProps) {
	const {
		summary,
		label,
		align = 'start',
		placement = 'down',
		variant,
		size,
		icon,
		wide,
		edge,
		className,
		onOpenChange,
		children,
	} = props;
	const details = useRef<HTMLDetailsElement>(null);
	useDismiss(details);
	const look = summary ? getButtonClass({ variant, size, wide }) : getIconButtonClass({ edge });
	return (
		<details
			ref={details}
			className={joinClasses(css.menu, className)}
			onToggle={onOpenChange && ((event) => onOpenChange(event.currentTarget.open))}
		>
			<summary className={look} aria-label={label} title={summary ? undefined : label}>
				{icon && <Icon icon={icon} />}
				{summary}
				{summary && <Icon icon={ChevronDown} size="small" className={css.chevron} />}
			</summary>
			<div className={joinClasses(css.list, css.align[align], css.placement[placement])}>{children}</div>
		</details>
	);
}

type ItemLook = {
	icon?: IconName;
	/** The color of the icon. */
	tone?: Tone;
	danger?: boolean;
};

function ItemIcon({ icon, tone, danger }: ItemLook) {
	if (!icon) return null;
	return <Icon icon={icon} className={tone ? tint[tone] : danger ? undefined : css.plainIcon} />;
}

/** Renders a link that marks itself as the current page. */
export function MenuNavLink({ icon, children, className, ...rest }: Pick<ItemLook, 'icon'> & LinkProps) {
	return (
		<NavLink {...rest} className={joinClasses(css.item, className)}>
			<ItemIcon icon={icon} />
			{children}
		</NavLink>
	);
}

export function MenuButton({
	icon,
	tone,
	danger,
	className,
	children,
	...rest
}: ItemLook & ComponentProps<'button'>) {
	return (
		<button type="submit" {...rest} className={joinClasses(css.item, danger && css.dangerItem, className)}>
			<ItemIcon {...{ icon, tone, danger }} />
			{children}
		</button>
	);
}

export function MenuRule() {
	return <hr className={css.rule} />;
}
