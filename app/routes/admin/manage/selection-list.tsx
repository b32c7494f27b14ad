import type { ReactNode } from 'react';
import { Form, useOutlet } from 'react-router';
import { Dialog } from '~/app/ui/dialog.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { type ListAddress, listHref } from './list-address.ts';
import { DialogFlash, type ListFilter, ListTools, Pager } from './list-parts.tsx';
import * as css from './manage.css.ts';
import type { Listed, SentBack } from './selected-list.ts';
import { type Selection, useSelection } from './use-selection.ts';

type Shown<Item> = { items: Item[]; total: number | null; address: ListAddress; selection: Selection };

type SelectionListProps<Item> = {
	title: string;
	base: string;
	/** What is listed, in the singular, such as 'signup'. */
	what: string;
	/** The title of the notice when the list could not be read. */
	failed: string;
	search: string;
	filter: ListFilter;
	loaded: { list: Listed<Item>; selected: string | null };
	sent: SentBack<Item> | undefined;
	/** The idempotency key of the form. */
	formKey?: string;
	children: (shown: Shown<Item>) => ReactNode;
	/** The actions for the selection. */
	bar: (shown: Shown<Item>) => ReactNode;
};

/**
 * Renders a management modal with selectable rows; one form surrounds all of it. Its child dialogs
 * (`useOutlet`) replace its content but leave it mounted, so that script keeps the selection; without script
 * the selection is posted to them.
 */
export function SelectionList<Item>(props: SelectionListProps<Item>) {
	const { title, base, what, failed, search, filter, loaded, sent, formKey, children, bar } = props;
	const selection = useSelection(sent, loaded.selected);
	const { address, page, error } = sent?.list ?? loaded.list;
	const isScripted = useHydrated();
	const dialog = useOutlet({ packed: selection.packed, list: listHref(base, address) });
	if (dialog) return dialog;
	const shown = { items: page.items, total: page.total, address, selection };
	return (
		<Dialog title={title} closeHref="/admin" width="full">
			{isScripted && <Form id="find" method="get" action={base} preventScrollReset />}
			<Form
				id="bulk"
				method="post"
				action={listHref(base, address)}
				preventScrollReset
				className={css.content}
			>
				<DialogFlash />
				{error && (
					<Notice tone="error" title={failed}>
						{error}
					</Notice>
				)}
				{sent?.refusal && (
					<Notice tone="error" title={sent.refusal.title}>
						{sent.refusal.error}
					</Notice>
				)}
				{formKey && <input type="hidden" name="key" value={formKey} />}
				<input type="hidden" name="selected" value={selection.packed} />
				<input type="hidden" name="list" value={listHref('', address)} />
				<ListTools
					label={search}
					address={address}
					form={isScripted ? 'find' : 'bulk'}
					finds={!isScripted}
					filter={filter}
				/>
				{children(shown)}
				<Pager base={base} address={address} page={page} what={what} carries />
				{bar(shown)}
			</Form>
		</Dialog>
	);
}
