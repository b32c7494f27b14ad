import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { ArrowLeft } from './icons.ts';
import * as css from './layout.css.ts';

export type PageHeadProps = { title: ReactNode; subtitle?: ReactNode; actions?: ReactNode };

export function PageHead({ title, subtitle, actions }: PageHeadProps) {
	return (
		<header className={css.pageHead}>
			<div className={css.pageHeadText}>
				<h1>{title}</h1>
				{subtitle && <p className={css.pageHeadSubtitle}>{subtitle}</p>}
			</div>
			{actions && <div className={css.pageHeadActions}>{actions}</div>}
		</header>
	);
}

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link to={to} className={css.pageHeadBack}>
			<Icon icon={ArrowLeft} size="small" />
			{children}
		</Link>
	);
}
