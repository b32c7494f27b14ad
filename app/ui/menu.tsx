import { type ComponentProps, type ReactNode, useRef } from 'react';
import { tint } from './badge.css.ts';
import type { Tone } from './badge.tsx';
import { type ButtonLook, getButtonClass, getIconButtonClass } from './button.tsx';
import { joinClasses } from './classes.ts';
import { Icon, writeIcon } from './icon.tsx';
import { ChevronDown, type IconName } from './icons.ts';
import * as css from './menu.css.ts';
import { useMenus } from './use-menus.ts';

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
	/** `MenuLink`, `MenuButton`, or forms around them. */
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
	useMenus(details);
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
			<div className={getMenuListClass(align, placement)}>{children}</div>
		</details>
	);
}

/** The parts of a menu for lists, which show many menus and write the unchanging parts as HTML. */
export const { menu: menuClass, item: menuItemClass } = css;
export const menuChevron = writeIcon({ icon: ChevronDown, size: 'small', className: css.chevron });
export const getMenuListClass = (align: keyof typeof css.align, placement: keyof typeof css.placement) =>
	joinClasses(css.list, css.align[align], css.placement[placement]);

type ItemLook = {
	icon: IconName;
	tone?: Tone;
	danger?: boolean;
};

/** Renders a link; `aria-current` marks the current page. */
export function MenuLink({ icon, children, ...rest }: Pick<ItemLook, 'icon'> & ComponentProps<'a'>) {
	return (
		<a {...rest} className={css.item}>
			<Icon icon={icon} className={css.plainIcon} />
			{children}
		</a>
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
	const iconClass = tone ? tint[tone] : danger ? undefined : css.plainIcon;
	return (
		<button type="submit" {...rest} className={joinClasses(css.item, danger && css.dangerItem, className)}>
			<Icon icon={icon} className={iconClass} />
			{children}
		</button>
	);
}

export function MenuRule() {
	return <hr className={css.rule} />;
}
