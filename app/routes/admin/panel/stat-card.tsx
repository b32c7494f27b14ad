import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as css from '~/app/routes/admin/admin-page.css.ts';
import { Card } from '~/app/ui/card.tsx';
import { joinClasses } from '~/app/ui/classes.ts';
import { Icon } from '~/app/ui/icon.tsx';
import { ArrowRight } from '~/app/ui/icons.ts';
import { serif, tabular } from '~/app/ui/text.css.ts';

type StatCardProps = {
	title: string;
	/** The number; a dash stands for it while a dialog covers the panel. */
	count: number | undefined;
	/** The address of the management modal that the card opens. */
	to: string;
	/** The text beside the number, and the content below it. */
	note?: ReactNode;
	children?: ReactNode;
};

/** Renders a number that links to the list of what it counts. */
export function StatCard({ title, count, to, note, children }: StatCardProps) {
	return (
		<Card bare lifts className={css.stat}>
			<Link to={to} preventScrollReset className={css.statLink}>
				<span className={css.statHead}>
					<span className={css.statTitle}>{title}</span>
					<span className={css.manage}>
						<span className={css.manageWord}>Manage</span> <Icon icon={ArrowRight} size="small" />
					</span>
				</span>
				<span className={css.statRow}>
					<span className={joinClasses(css.statCount, serif, tabular)}>
						{count?.toLocaleString('en-US') ?? '–'}
					</span>
					{note && <span className={css.statNote}>{note}</span>}
				</span>
			</Link>
			{children && <div className={css.statBelow}>{children}</div>}
		</Card>
	);
}
