import { useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import { Options, Select } from '~/app/ui/field.tsx';
import { describeSelectedSignups } from '~/domain/admin/texts.ts';
import type { SignupHistoryView } from '~/domain/signups/schema.ts';
import { SIGNUP_STATUSES, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import * as css from '../manage/manage.css.ts';
import { BulkButton, BulkDeleteButton, SelectionBar } from '../manage/selection-bar.tsx';
import type { Selection } from '../manage/selection-list.tsx';

type SignupsBarProps = {
	selection: Selection;
	signups: readonly SignupHistoryView[];
	total: number | null;
	/** The status that was chosen before a refusal. */
	status: string;
};

export function SignupsBar({ selection, signups, total, status }: SignupsBarProps) {
	const isUpdating = useNavigation().formData?.get('intent') === 'signups.setStatusMany';
	const { count } = selection;
	const users = useUserCount(selection, signups);
	const select = useRef<HTMLSelectElement>(null);
	useEffect(() => {
		// A bulk update clears the selection; the next one starts without a status.
		if (count === 0 && select.current) select.current.value = '';
	}, [count]);
	return (
		<SelectionBar
			selection={selection}
			pageIds={signups.map(({ id }) => id)}
			total={total}
			selected={describeSelectedSignups(count, users)}
		>
			<Select
				ref={select}
				name="newStatus"
				label="New status"
				hideLabel
				defaultValue={status}
				className={css.barSelect}
			>
				<option value="">Set status to…</option>
				<Options entries={SIGNUP_STATUSES.map((status) => [status, STATUS_LABELS[status]])} />
			</Select>
			<BulkButton
				selection={selection}
				name="intent"
				value="signups.setStatusMany"
				pending={isUpdating && 'Updating...'}
			>
				Update status
			</BulkButton>
			<BulkDeleteButton selection={selection} formAction="/admin/signups/delete" />
		</SelectionBar>
	);
}

/** Returns how many users the selected signups are of, or null when some were selected on a page that was not shown. */
function useUserCount(selection: Selection, signups: readonly SignupHistoryView[]): number | null {
	const [owners] = useState(() => new Map<string, string>());
	for (const { id, user_id } of signups) owners.set(id, user_id);
	if (selection.count === 0) return null;
	if (selection.users !== null) return selection.users;
	const users = new Set<string>();
	for (const id of selection.ids) {
		const owner = owners.get(id);
		if (owner === undefined) return null;
		users.add(owner);
	}
	return users.size;
}
