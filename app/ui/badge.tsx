import type { ReactNode } from 'react';
import * as css from './badge.css.ts';
import { joinClasses } from './classes.ts';
import { Icon, type IconProps } from './icon.tsx';
import type { IconName } from './icons.ts';

export type Tone = keyof typeof css.tint;

/** A meaning shown by color and icon, never by color alone. */
export type Look = { tone: Tone; icon: IconName };

type ToneIconProps = Look & Pick<IconProps, 'size' | 'label' | 'className'>;

/** Renders an icon in its tone's color; it needs `label` when no text is beside it. */
export function ToneIcon({ tone, className, ...icon }: ToneIconProps) {
	return <Icon {...icon} className={joinClasses(css.tint[tone], className)} />;
}

export type BadgeProps = {
	tone: Tone;
	icon?: IconName;
	children: ReactNode;
	className?: string;
};

export const getBadgeClass = (tone: Tone) => joinClasses(css.badge, css.toneBox[tone]);

export function Badge({ tone, icon, children, className }: BadgeProps) {
	return (
		<span className={joinClasses(getBadgeClass(tone), !icon && css.bare, className)}>
			{icon && <Icon icon={icon} size="small" />}
			{children}
		</span>
	);
}
