import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { ArrowLeft } from './icons.ts';
import * as css from './page-head.css.ts';

export type PageHeadProps = { title: ReactNode; subtitle?: ReactNode; actions?: ReactNode };

/** Renders a page's h1 with a sentence below it and the actions at its right. */
export function PageHead({ title, subtitle, actions }: PageHeadProps) {
	return (
		<header className={css.head}>
			<div className={css.text}>
				<h1>{title}</h1>
				{subtitle && <p className={css.subtitle}>{subtitle}</p>}
			</div>
			{actions && <div className={css.actions}>{actions}</div>}
		</header>
	);
}

/** Renders the back link above a page's head. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className={css.back}>
			<Icon icon={ArrowLeft} size="small" />
			{children}
		</Link>
	);
}
