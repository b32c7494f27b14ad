import { useEffect, useRef } from 'react';
import { useNavigation } from 'react-router';
import { Select } from '~/app/ui/field.tsx';
import { Trash2 } from '~/app/ui/icons.ts';
import { SIGNUP_STATUSES, STATUS_LABELS } from '~/domain/signups/statuses.ts';
import * as css from '../manage/manage.css.ts';
import { BulkButton, SelectionBar } from '../manage/selection-bar.tsx';
import type { Selection } from '../manage/use-selection.ts';

type SignupsBarProps = { selection: Selection; pageIds: readonly string[]; total: number | null };

/** Renders the actions for the selected signups: set one status for all, or delete them. */
export function SignupsBar(props: SignupsBarProps) {
	const navigation = useNavigation();
	const isUpdating =
		navigation.state !== 'idle' && navigation.formData?.get('intent') === 'signups.setStatusMany';
	const { count } = props.selection;
	const select = useRef<HTMLSelectElement>(null);
	useEffect(() => {
		// A bulk update clears the selection; the next one starts without a status.
		if (count === 0 && select.current) select.current.value = '';
	}, [count]);
	return (
		<SelectionBar {...props} itemName="signup">
			<Select ref={select} name="newStatus" label="New status" hideLabel className={css.barSelect}>
				<option value="">Set status to…</option>
				{SIGNUP_STATUSES.map((status) => (
					<option key={status} value={status}>
						{STATUS_LABELS[status]}
					</option>
				))}
			</Select>
			<BulkButton
				selection={props.selection}
				name="intent"
				value="signups.setStatusMany"
				pending={isUpdating && 'Updating...'}
			>
				Update status
			</BulkButton>
			<BulkButton
				selection={props.selection}
				name="intent"
				value="keep"
				formAction="/admin/signups/delete"
				variant="danger"
				icon={Trash2}
				formNoValidate
			>
				Delete
			</BulkButton>
		</SelectionBar>
	);
}
