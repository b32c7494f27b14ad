import type { LucideIcon } from 'lucide-react';
import { joinClasses } from './classes.ts';
import * as css from './icon.css.ts';

const PIXELS = { small: 16, normal: 18, large: 22 } as const;

export type IconProps = {
	icon: LucideIcon;
	size?: keyof typeof PIXELS;
	/** Only when no text is beside the icon. */
	label?: string;
	className?: string;
};

export function Icon({ icon: Drawing, size = 'normal', label, className }: IconProps) {
	const named = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const);
	return (
		<Drawing
			{...named}
			size={PIXELS[size]}
			strokeWidth={1.75}
			className={joinClasses(css.icon[size], className)}
		/>
	);
}
