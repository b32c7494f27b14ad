import type { LucideIcon } from 'lucide-react';
import { joinClasses } from './classes.ts';
import { Icon, type IconProps } from './icon.tsx';
import { tint } from './tone.css.ts';

export type Tone = keyof typeof tint;

/** A meaning by colour and icon: never by colour alone. */
export type Look = { tone: Tone; icon: LucideIcon };

type ToneIconProps = Look & Pick<IconProps, 'size' | 'label' | 'className'>;

/** An icon in its tone's colour; `label` where no word stands beside it. */
export function ToneIcon({ tone, className, ...icon }: ToneIconProps) {
	return <Icon {...icon} className={joinClasses(tint[tone], className)} />;
}
