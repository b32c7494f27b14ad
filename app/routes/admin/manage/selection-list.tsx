import type { ReactNode } from 'react';
import { Form, useOutlet } from 'react-router';
import { Dialog } from '~/app/ui/dialog.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { buildListHref, type ListAddress } from './list-address.ts';
import { type ListFilter, ListTools, Pager } from './list-parts.tsx';
import * as css from './manage.css.ts';
import type { ListFormResult, LoadedList } from './selected-list.ts';
import { type Selection, useSelection } from './use-selection.ts';

type ListContent<Item> = { items: Item[]; total: number | null; address: ListAddress; selection: Selection };

type SelectionListProps<Item> = {
	title: string;
	base: string;
	/** What is listed, in the singular, such as 'signup'. */
	itemName: string;
	/** The title of the notice when the list could not be read. */
	failed: string;
	/** What the list is limited to, above its search. */
	about?: ReactNode;
	search: string;
	filter: ListFilter;
	loaded: { list: LoadedList<Item>; selected: string | null };
	result: ListFormResult<Item> | undefined;
	/** The idempotency key of the form. */
	formKey?: string;
	children: (content: ListContent<Item>) => ReactNode;
	/** The actions for the selection. */
	bar: (content: ListContent<Item>) => ReactNode;
};

/**
 * Renders a management modal with selectable rows; one form surrounds all of it. Its child dialogs
 * (`useOutlet`) replace its content but leave it mounted, so that script keeps the selection; without script
 * the selection is posted to them.
 */
export function SelectionList<Item>(props: SelectionListProps<Item>) {
	const { title, base, itemName, failed, about, search, filter, loaded, result, formKey, children, bar } =
		props;
	const selection = useSelection(result, loaded.selected);
	const { address, page, error } = result?.list ?? loaded.list;
	const isScripted = useHydrated();
	const dialog = useOutlet({ packed: selection.packed, list: buildListHref(base, address) });
	if (dialog) return dialog;
	const content = { items: page.items, total: page.total, address, selection };
	return (
		<Dialog title={title} closeHref="/admin" width="full">
			{isScripted && <Form id="find" method="get" action={base} preventScrollReset />}
			<Form
				id="bulk"
				method="post"
				action={buildListHref(base, address)}
				preventScrollReset
				className={css.content}
			>
				{error && (
					<Notice tone="error" title={failed}>
						{error}
					</Notice>
				)}
				{result?.refusal && (
					<Notice tone="error" failure={result} title={result.refusal.title}>
						{result.refusal.error}
					</Notice>
				)}
				{formKey && <input type="hidden" name="key" value={formKey} />}
				<input type="hidden" name="selected" value={selection.packed} />
				<input type="hidden" name="list" value={buildListHref('', address)} />
				{about}
				<ListTools
					label={search}
					address={address}
					form={isScripted ? 'find' : 'bulk'}
					hasFindButton={!isScripted}
					filter={filter}
				/>
				{children(content)}
				<Pager base={base} address={address} page={page} itemName={itemName} isInForm />
				{bar(content)}
			</Form>
		</Dialog>
	);
}
