import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { BackLink, PageHead } from '~/app/ui/page-head.tsx';
import { textLink } from '~/app/ui/text.css.ts';
import * as css from './static-page.css.ts';

type StaticPageProps = { title: string; subtitle: ReactNode; children: ReactNode };

export function StaticPage({ title, subtitle, children }: StaticPageProps) {
	return (
		<div className={joinClasses(wrap, css.page)}>
			<BackLink to="/events">Back to Events</BackLink>
			<PageHead title={title} subtitle={subtitle} />
			<div className={css.sections}>{children}</div>
		</div>
	);
}

type TextSectionProps = { title: string; className?: string; children: ReactNode };

export const TextSection = ({ title, className, children }: TextSectionProps) => (
	<Card className={className}>
		<h2>{title}</h2>
		<div className={css.prose}>{children}</div>
	</Card>
);

export const TextLink = ({ to, children }: { to: string; children: ReactNode }) => (
	<Link to={to} className={textLink}>
		{children}
	</Link>
);

/** Renders what the privacy policy and the terms both state (spec, section 2, "Legal pages"). */
export function LegalSummary() {
	return (
		<TextSection title="In short" className={css.facts}>
			<ul>
				<li>
					<b>Login is by Discord’s OAuth only.</b> There is no password of ours, and we never see your Discord
					password.
				</li>
				<li>
					<b>The minimum age is 13.</b> If you are under 18, you need the consent of a parent or guardian.
				</li>
				<li>
					<b>Data is stored in the United States.</b>
				</li>
				<li>
					<b>We promise 30 days’ notice for material changes</b> to these pages, shown on this site before
					they take effect.
				</li>
			</ul>
		</TextSection>
	);
}
