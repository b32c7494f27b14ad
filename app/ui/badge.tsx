import type { ReactNode } from 'react';
import * as css from './badge.css.ts';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import type { Tone } from './tone.tsx';

export type BadgeProps = {
	tone: Tone;
	icon?: IconName;
	children: ReactNode;
	className?: string;
};

/** Returns the classes of a badge with an icon. */
export const getBadgeClass = (tone: Tone) => joinClasses(css.badge, css.toneBox[tone]);

export function Badge({ tone, icon, children, className }: BadgeProps) {
	return (
		<span className={joinClasses(getBadgeClass(tone), !icon && css.bare, className)}>
			{icon && <Icon icon={icon} size="small" />}
			{children}
		</span>
	);
}
