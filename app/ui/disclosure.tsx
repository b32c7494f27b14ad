import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import * as css from './collapsible.css.ts';
import { Icon } from './icon.tsx';
import { ChevronDown } from './icons.ts';

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
