import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import * as css from './badge.css.ts';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import { dressed } from './status.css.ts';
import { STATUS_ICONS, type Tone } from './status.tsx';

export type BadgeProps = {
	tone: Tone;
	/** Left out: the tone's own; null: none. */
	icon?: LucideIcon | null;
	children: ReactNode;
	className?: string;
};

export function Badge({ tone, icon = STATUS_ICONS[tone], children, className }: BadgeProps) {
	return (
		<span className={joinClasses(css.badge, dressed[tone], !icon && css.bare, className)}>
			{icon && <Icon icon={icon} size="small" />}
			{children}
		</span>
	);
}
