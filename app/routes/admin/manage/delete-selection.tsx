import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { readText } from '~/app/shell/form-text.ts';
import { Button } from '~/app/ui/button.tsx';
import { Dialog, DialogActions } from '~/app/ui/dialog.tsx';
import { TextInput } from '~/app/ui/field.tsx';
import { Trash2 } from '~/app/ui/icons.ts';
import { Name } from '~/app/ui/name.tsx';
import { FailureNotice } from '~/app/ui/notice.tsx';
import { muted } from '~/app/ui/text.css.ts';
import { FAILURES } from '~/domain/failures.ts';
import { formatCount, formatNumber } from '~/domain/format-count.ts';
import { EASTERN } from '~/domain/limits.ts';
import { formatDateTimeShort } from '~/domain/time/format.ts';
import * as css from './manage.css.ts';
import { SelectionLink } from './selection-link.tsx';

/** Up to this many rows a press is enough; more are deleted only when their number is typed. */
const PRESS_IS_ENOUGH = 100;

/** Returns why a form that deletes `count` rows is not confirmed, or null when it is. */
export const findTypedCountProblem = (form: FormData, count: number): string | null =>
	count <= PRESS_IS_ENOUGH || readText(form, 'typedCount').replace(/[\s.,]/g, '') === String(count)
		? null
		: `Nothing was deleted. Please type ${count} to confirm.`;

function TypedCount({ count }: { count: number }) {
	if (count <= PRESS_IS_ENOUGH) return null;
	return (
		<TextInput name="typedCount" label={`Type ${count} to confirm`} inputMode="numeric" autoComplete="off" />
	);
}

type EventLinesProps = {
	/** The first of the events that a deletion concerns, with the number of signups that it deletes. */
	events: readonly { title: string; date: string; signups: number }[];
	more: number;
};

/** Renders events with their dates, because those of every week have the same title. */
export function EventLines({ events, more }: EventLinesProps) {
	return (
		<ul className={css.titles}>
			{events.map(({ title, date, signups }, i) => (
				<li key={i}>
					<Name>{title}</Name>{' '}
					<span className={muted}>
						{formatDateTimeShort(date, EASTERN)} Eastern · {formatCount(signups, 'signup')}
					</span>
				</li>
			))}
			{more > 0 && <li className={muted}>and {formatNumber(more)} more</li>}
		</ul>
	);
}

type DeleteSelectionProps = {
	title: string;
	/** The address of the list without its query; the form is sent to `delete` below it. */
	base: string;
	intent: 'events.deleteMany' | 'signups.deleteMany';
	/** What is deleted, in the singular, such as 'signup'. */
	itemName: string;
	formKey: string;
	/** The selection as a form field carries it, and the address of its list. */
	packed: string;
	list: string;
	/** How many rows are selected, and how many of them there are to delete. */
	selectedCount: number;
	count: number;
	/** Why the last request was refused, or why nothing can be deleted. */
	failure: { error?: string | null } | undefined;
	error: string | null;
	children: ReactNode;
};

export function DeleteSelection(props: DeleteSelectionProps) {
	const { title, base, intent, itemName, formKey, packed, list, selectedCount, count } = props;
	const isDeleting = useNavigation().formData?.get('intent') === intent;
	return (
		<Dialog title={title} closeHref={list} tone="danger">
			<Form method="post" action={`${base}/delete`} preventScrollReset className={css.content}>
				<FailureNotice failure={props.failure} error={props.error} title={FAILURES[intent]} />
				<input type="hidden" name="key" value={formKey} />
				<input type="hidden" name="selected" value={packed} />
				<input type="hidden" name="list" value={list.replace(base, '')} />
				{props.children}
				<TypedCount count={selectedCount} />
				<DialogActions>
					<SelectionLink to={list} isInForm variant="quiet">
						{`Keep ${itemName}s`}
					</SelectionLink>
					{count > 0 && (
						<Button
							name="intent"
							value={intent}
							variant="dangerFinal"
							icon={Trash2}
							pending={isDeleting && 'Deleting...'}
						>
							Delete {formatCount(count, itemName)}
						</Button>
					)}
				</DialogActions>
			</Form>
		</Dialog>
	);
}
