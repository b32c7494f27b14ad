import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { joinClasses } from './classes.ts';
import * as css from './collapsible.css.ts';
import { Icon, IconWindow } from './icon.tsx';
import { ChevronDown, type IconName } from './icons.ts';
import { mutedSmall } from './text.css.ts';

export type CollapsibleProps = {
	title: ReactNode;
	meta?: ReactNode;
	icon?: IconName;
	defaultOpen?: boolean;
	level?: 2 | 3;
	id?: string;
	children: ReactNode;
};

/** Renders a card that opens and closes with `<details>`. `defaultOpen` is its initial state; none is stored. */
export function Collapsible({ title, meta, icon, defaultOpen, level = 2, id, children }: CollapsibleProps) {
	const Heading = `h${level}` as const;
	return (
		<Card bare>
			<details id={id} open={defaultOpen} className={css.details}>
				<summary className={css.summary}>
					{icon && <IconWindow icon={icon} />}
					<Heading className={css.title}>{title}</Heading>
					{meta && <span className={mutedSmall}>{meta}</span>}
					<span className={css.chevron}>
						<Icon icon={ChevronDown} />
					</span>
				</summary>
				<div className={css.body}>{children}</div>
			</details>
		</Card>
	);
}

type DisclosureProps = { label: ReactNode; className?: string; open?: boolean; children: ReactNode };

/** Renders additional content that opens below a label, without a card. */
export function Disclosure({ label, className, open, children }: DisclosureProps) {
	return (
		<details className={joinClasses(css.disclosure, className)} open={open}>
			<summary className={css.disclosureSummary}>
				{label}
				<DisclosureChevron />
			</summary>
			{children}
		</details>
	);
}

/** Renders the arrow of a summary; it turns when the `details` element has the class `disclosure`. */
export const DisclosureChevron = () => (
	<span className={css.disclosureChevron}>
		<Icon icon={ChevronDown} size="small" />
	</span>
);
export const disclosure = css.disclosure;
