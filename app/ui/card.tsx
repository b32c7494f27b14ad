import type { ComponentProps, ElementType, ReactNode } from 'react';
import * as css from './card.css.ts';
import { joinClasses } from './classes.ts';
import { IconWindow } from './icon.tsx';
import type { IconName } from './icons.ts';
import { mutedSmall } from './text.css.ts';

export type CardProps = Omit<ComponentProps<'section'>, 'ref'> & {
	as?: ElementType;
	/** Removes the padding, for a card made of sections or one that starts with a picture. */
	bare?: boolean;
	/** Moves the card up by 2 px under the pointer, for a card that is a link. */
	lifts?: boolean;
};

export function Card({ as: Tag = 'section', bare, lifts, className, ...rest }: CardProps) {
	return <Tag {...rest} className={getCardClass({ bare, lifts }, className)} />;
}

/** Returns the classes of a card, for an element of another component that must look like one. */
export function getCardClass({ bare, lifts }: Pick<CardProps, 'bare' | 'lifts'>, className?: string) {
	return joinClasses(css.card, !bare && css.padded, lifts && css.lifts, className);
}

type CardHeadProps = { title: ReactNode; level?: 2 | 3; id?: string; children?: ReactNode };

export function CardHead({ title, level = 2, id, children }: CardHeadProps) {
	const Heading = `h${level}` as const;
	return (
		<div className={css.head}>
			<Heading id={id}>{title}</Heading>
			{children}
		</div>
	);
}

type CardSectionProps = {
	title?: ReactNode;
	note?: ReactNode;
	icon?: IconName;
	/** 2 when the card has no heading. */
	level?: 2 | 3;
	id?: string;
	children: ReactNode;
	className?: string;
};

export function CardSection({ title, note, icon, level = 3, id, children, className }: CardSectionProps) {
	const Heading = `h${level}` as const;
	return (
		<div id={id} className={joinClasses(css.section, className)}>
			{title && (
				<div className={css.sectionHead}>
					{icon && <IconWindow icon={icon} />}
					<div>
						<Heading className={css.sectionTitle[level]}>{title}</Heading>
						{note && <p className={mutedSmall}>{note}</p>}
					</div>
				</div>
			)}
			{children}
		</div>
	);
}

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
