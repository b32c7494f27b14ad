import type { ReactNode } from 'react';
import * as css from './card.css.ts';
import { Card } from './card.tsx';

export type EmptyStateProps = {
	title: ReactNode;
	text?: ReactNode;
	/** One button or link. */
	action?: ReactNode;
	/** A scene of the town; it fills the picture's area. */
	drawing?: ReactNode;
	level?: 1 | 2 | 3;
	/** Without a card, for use inside another card. */
	bare?: boolean;
};

/** Renders an empty state: a drawing, a title, a text and one action. */
export function EmptyState({ title, text, action, drawing, level = 2, bare }: EmptyStateProps) {
	const Heading = `h${level}` as const;
	const content = (
		<>
			{drawing && <div className={css.emptyDrawing}>{drawing}</div>}
			<div className={css.emptyBody}>
				<Heading>{title}</Heading>
				{text && <div className={css.emptyText}>{text}</div>}
				{action && <div className={css.emptyAction}>{action}</div>}
			</div>
		</>
	);
	if (bare) return <div>{content}</div>;
	return (
		<Card bare className={css.emptyFrame}>
			{content}
		</Card>
	);
}
