import {
	BellRing,
	Calendar,
	CalendarCheck2,
	CalendarX2,
	CircleCheck,
	CircleQuestionMark,
	CircleX,
	Clock3,
	type LucideIcon,
} from 'lucide-react';
import { joinClasses } from './classes.ts';
import { Icon, type IconProps } from './icon.tsx';
import * as css from './status.css.ts';

export const STATUS_ICONS = {
	confirmed: CircleCheck,
	late: Clock3,
	tentative: CircleQuestionMark,
	declined: CircleX,
	now: BellRing,
	active: CalendarCheck2,
	cancelled: CalendarX2,
	other: Calendar,
} as const satisfies Record<string, LucideIcon>;

export type Tone = keyof typeof STATUS_ICONS;

type StatusIconProps = { tone: Tone; size?: IconProps['size']; label?: string; className?: string };

/** A status by its icon and colour; `label` where no word stands beside it. */
export function StatusIcon({ tone, size, label, className }: StatusIconProps) {
	return (
		<Icon
			icon={STATUS_ICONS[tone]}
			size={size}
			label={label}
			className={joinClasses(css.tint[tone], className)}
		/>
	);
}
