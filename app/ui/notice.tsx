import { type ReactNode, useEffect, useRef } from 'react';
import { joinClasses } from './classes.ts';
import { Icon } from './icon.tsx';
import { CircleAlert, CircleCheck, type IconName, Info } from './icons.ts';
import * as css from './notice.css.ts';
import { hidden } from './text.css.ts';

const ICONS = { info: Info, success: CircleCheck, error: CircleAlert } as const;

export type NoticeProps = {
	tone?: keyof typeof ICONS;
	title?: ReactNode;
	children?: ReactNode;
	icon?: IconName;
	/** False for a notice that is always present, such as a banner: screen readers must not announce it. */
	live?: boolean;
	/** For the failure of a form: each new value moves the focus to the form's first invalid field, or to the notice. */
	failure?: unknown;
	className?: string;
};

/** Renders a message in the page, near its action. Line breaks of a plain text are kept. */
export function Notice({
	tone = 'info',
	title,
	children,
	icon,
	live = true,
	failure,
	className,
}: NoticeProps) {
	const ref = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (!failure) return;
		// Conform renders the messages of fields one frame after the response.
		const frame = requestAnimationFrame(() => {
			const invalid = ref.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
			(invalid ?? ref.current)?.focus();
		});
		return () => cancelAnimationFrame(frame);
	}, [failure]);
	const announced = live
		? ({ role: tone === 'error' ? 'alert' : 'status', 'aria-live': 'polite' } as const)
		: {};
	return (
		<div
			{...announced}
			ref={ref}
			tabIndex={failure ? -1 : undefined}
			className={joinClasses(css.notice, css.tone[tone], className)}
		>
			<Icon icon={icon ?? ICONS[tone]} size="large" className={css.icon[tone]} />
			<div className={css.body}>
				{title && <span className={css.title}>{title}</span>}
				{title && children ? ' ' : null}
				{children}
			</div>
		</div>
	);
}

/** Renders what only screen readers announce. The element is always there, so that they notice its change. */
export const Announcement = ({ children }: { children: ReactNode }) => (
	<p role="status" className={hidden}>
		{children}
	</p>
);

export type FailureNoticeProps = {
	/** Why a form failed, with its title; each new one moves the focus. Without a reason nothing is rendered. */
	failure: string | { error?: string | null; title?: string } | null | undefined;
	/** The reason, when it is not in the failure. */
	error?: string | null;
	/** The spec's text, when the failure has none. */
	title?: string;
	className?: string;
};

export function FailureNotice({ failure, error, title, className }: FailureNoticeProps) {
	const known = typeof failure === 'string' ? { error: failure } : failure;
	const reason = error ?? known?.error;
	if (!reason) return null;
	return (
		<Notice tone="error" failure={failure} title={title ?? known?.title} className={className}>
			{reason}
		</Notice>
	);
}
