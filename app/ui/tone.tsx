import { tint } from './badge.css.ts';
import { joinClasses } from './classes.ts';
import { Icon, type IconProps } from './icon.tsx';
import type { IconName } from './icons.ts';

export type Tone = keyof typeof tint;

/** A meaning shown by color and icon, never by color alone. */
export type Look = { tone: Tone; icon: IconName };

type ToneIconProps = Look & Pick<IconProps, 'size' | 'label' | 'className'>;

/** Renders an icon in its tone's color; it needs `label` when no text is beside it. */
export function ToneIcon({ tone, className, ...icon }: ToneIconProps) {
	return <Icon {...icon} className={joinClasses(tint[tone], className)} />;
}
