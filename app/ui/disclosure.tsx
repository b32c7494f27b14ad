import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { joinClasses } from './classes.ts';
import * as css from './disclosure.css.ts';
import { Icon } from './icon.tsx';

type DisclosureProps = { label: ReactNode; className?: string; children: ReactNode };

/** Something more that opens below a few words; without a card of its own. */
export function Disclosure({ label, className, children }: DisclosureProps) {
	return (
		<details className={joinClasses(css.details, className)}>
			<summary className={css.summary}>
				{label}
				<DisclosureTurner />
			</summary>
			{children}
		</details>
	);
}

/** The arrow of a summary; it turns where the `details` wears `disclosure`. */
export const DisclosureTurner = () => (
	<span className={css.turner}>
		<Icon icon={ChevronDown} size="small" />
	</span>
);
export const disclosure = css.details;
