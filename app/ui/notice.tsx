import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import { CircleAlert, CircleCheck, type IconName, Info } from './icons.ts';
import * as css from './notice.css.ts';

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert } as const;

type NoticeTone = keyof typeof ICONS;

export type NoticeProps = {
	tone?: NoticeTone;
	/** The bold beginning; for an error, the spec's text. */
	title?: ReactNode;
	children?: ReactNode;
	icon?: IconName;
	/** False for a notice that is always present, such as a banner: screen readers must not announce it. */
	live?: boolean;
	className?: string;
};

/** Renders a message in the page, near its action. Line breaks of a plain text are kept. */
export function Notice({ tone = 'info', title, children, icon, live = true, className }: NoticeProps) {
	const announced = live
		? ({ role: tone === 'error' ? 'alert' : 'status', 'aria-live': 'polite' } as const)
		: {};
	return (
		<div {...announced} className={joinClasses(css.notice, css.tone[tone], className)}>
			<Icon icon={icon ?? ICONS[tone]} size="large" className={css.icon[tone]} />
			<div className={css.body}>
				{title && <span className={css.title}>{title}</span>}
				{title && children ? ' ' : null}
				{children}
			</div>
		</div>
	);
}
