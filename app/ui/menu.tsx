import { type ComponentProps, type FocusEvent, type PointerEvent, type ReactNode, useRef } from 'react';
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
	/** For an icon button only: adds a border. */
	edge?: boolean;
	className?: string;
	id?: string | undefined;
	isOpenFirst?: boolean;
	/** With script: called when the menu opens or closes. */
	onOpenChange?: (isOpen: boolean) => void;
	/** With script: called when the pointer or the focus comes to the menu, so that it may open next, and when it leaves. */
	onNear?: (isNear: boolean) => void;
	/** `MenuLink`, `MenuButton`, or forms around them. */
	children: ReactNode;
};
type FaceProps = Pick<MenuProps, 'summary' | 'label' | 'variant' | 'size' | 'icon' | 'wide' | 'edge'>;

/** Returns the properties of the button of a menu, whichever element it is. */
const toFace = ({ summary, label, variant, size, icon, wide, edge }: FaceProps, className?: string) => ({
	className: summary
		? getButtonClass({ variant, size, wide }, className)
		: getIconButtonClass({ edge }, className),
	'aria-label': label,
	title: summary ? undefined : label,
	children: (
		<>
			{icon && <Icon icon={icon} />}
			{summary}
			{summary && <Icon icon={ChevronDown} size="small" className={css.chevron} />}
		</>
	),
});

/** Renders a `<details>` that looks like a button with a menu; works without script. */
export function Menu(props: MenuProps) {
	const { align = 'start', className, id, isOpenFirst, onOpenChange, onNear, children } = props;
	const details = useRef<HTMLDetailsElement>(null);
	useMenus(details);
	return (
		<details
			ref={details}
			id={id}
			open={isOpenFirst}
			className={joinClasses(css.menu, className)}
			onToggle={onOpenChange && ((event) => onOpenChange(event.currentTarget.open))}
			{...(onNear && watchNear(onNear))}
		>
			<summary {...toFace(props)} />
			<div className={getMenuListClass(align, 'down')}>{children}</div>
		</details>
	);
}

/** Returns the listeners of an element that report whether the pointer or the focus is in it. */
const watchNear = (onNear: (isNear: boolean) => void) => ({
	onPointerEnter: () => onNear(true),
	// A finger leaves before its press is a click.
	onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && onNear(false),
	onFocus: () => onNear(true),
	onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
		currentTarget.contains(relatedTarget) || onNear(false),
});

/** Returns the properties of a link that cannot be used without an address. */
export const toPageLink = (href: string | undefined) =>
	href === undefined
		? ({ role: 'link', 'aria-disabled': true, 'data-disabled': true } as const)
		: ({ href } as const);

/** Renders the button of a `Menu` as a link to a page on which the menu is open, for use without script. */
export function MenuPageLink({
	href,
	className,
	...face
}: FaceProps & {
	/** Undefined while the menu cannot be used. */ href: string | undefined;
	className?: string | undefined;
}) {
	return <a {...toFace(face, className)} {...toPageLink(href)} />;
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
