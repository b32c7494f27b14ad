import type { MouseEvent, ReactNode } from 'react';
import { Button, type ButtonProps } from '~/app/ui/button.tsx';
import { Checkbox } from '~/app/ui/field.tsx';
import { Trash2 } from '~/app/ui/icons.ts';
import { hidden } from '~/app/ui/text.css.ts';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import * as css from './manage.css.ts';
import type { Selection } from './selection-list.tsx';

type SelectionBarProps = {
	selection: Selection;
	pageIds: readonly string[];
	/** How many rows match the search; null when they were not counted. */
	total: number | null;
	/** What is selected, in words, such as '3 events selected'. */
	selected: string;
	children: ReactNode;
};

export function SelectionBar({ selection, pageIds, total, selected, children }: SelectionBarProps) {
	const isScripted = useHydrated();
	const isPageSelected = pageIds.every((id) => selection.has(id));
	const hasMore = total === null || total > pageIds.length;
	return (
		<section className={css.bar} aria-label="Selection">
			<span className={css.barText} role="status">
				{selected}
			</span>
			<span className={css.barActions}>
				{!isPageSelected && (
					<Button
						name="intent"
						value="selectPage"
						variant="quiet"
						formNoValidate
						type={isScripted ? 'button' : 'submit'}
						onClick={isScripted ? () => selection.set(pageIds, true) : undefined}
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

/** Renders a button that is off while nothing is selected; without script the server refuses an empty selection. */
export function BulkButton({ selection, ...rest }: ButtonProps & { selection: Pick<Selection, 'count'> }) {
	const isOff = useHydrated() && selection.count === 0;
	if (!isOff) return <Button {...rest} />;
	return (
		<Button
			{...rest}
			aria-disabled="true"
			data-disabled=""
			onClick={(event: MouseEvent) => event.preventDefault()}
		/>
	);
}

/** Renders the button that leads to the confirmation at `formAction` before the selected rows are deleted. */
export const BulkDeleteButton = (props: { selection: Selection; formAction: string }) => (
	<BulkButton {...props} name="intent" value="keep" variant="danger" icon={Trash2} formNoValidate>
		Delete
	</BulkButton>
);

type RowCheckProps = { id: string; label: string; selection: Selection };

/** Renders the checkbox of one row, with a hidden field that tells the server that this row was visible. */
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
