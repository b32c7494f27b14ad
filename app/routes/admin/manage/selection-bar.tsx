import type { ReactNode } from 'react';
import { Button } from '~/app/ui/button.tsx';
import { Checkbox } from '~/app/ui/field.tsx';
import { hidden } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import * as css from './manage.css.ts';
import type { Selection } from './use-selection.ts';

type SelectionBarProps = {
	selection: Selection;
	/** The ids of the page in sight. */
	shown: readonly string[];
	/** How many match the search; null where nobody counted. */
	total: number | null;
	what: string;
	/** What is done with the selection. */
	children: ReactNode;
};

/** How many are selected, more or fewer of them, and what can be done with them. */
export function SelectionBar({ selection, shown, total, what, children }: SelectionBarProps) {
	const isScripted = useHydrated();
	const isPageSelected = shown.every((id) => selection.has(id));
	const hasMore = total === null || total > shown.length;
	return (
		<section className={css.bar} aria-label="Selection">
			<span className={css.barText} role="status">
				{selection.count.toLocaleString('en-US')} {selection.count === 1 ? what : `${what}s`} selected
			</span>
			<span className={css.barActions}>
				{!isPageSelected && (
					<Button
						name="intent"
						value="selectPage"
						variant="quiet"
						formNoValidate
						type={isScripted ? 'button' : 'submit'}
						onClick={isScripted ? () => selection.set(shown, true) : undefined}
					>
						Select page
					</Button>
				)}
				{hasMore && (
					<Button name="intent" value="selectAll" variant="quiet" formNoValidate>
						Select all that match
					</Button>
				)}
				{selection.count > 0 && (
					<Button
						name="intent"
						value="clear"
						variant="quiet"
						formNoValidate
						type={isScripted ? 'button' : 'submit'}
						onClick={isScripted ? selection.clear : undefined}
					>
						Clear
					</Button>
				)}
				{children}
			</span>
		</section>
	);
}

type RowCheckProps = { id: string; label: string; selection: Selection };

/** The box of one row; beside it what says that this row was in sight. */
export function RowCheck({ id, label, selection }: RowCheckProps) {
	return (
		<>
			<input type="hidden" name="shown" value={id} />
			<Checkbox
				name="ids"
				value={id}
				label={<span className={hidden}>Select {label}</span>}
				checked={selection.has(id)}
				onChange={(event) => selection.set([id], event.currentTarget.checked)}
				className={css.check}
			/>
		</>
	);
}
