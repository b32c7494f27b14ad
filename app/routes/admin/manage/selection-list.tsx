import { type ReactNode, useState } from 'react';
import { Form, useLocation, useOutlet } from 'react-router';
import { Dialog } from '~/app/ui/dialog.tsx';
import { FailureNotice, Notice } from '~/app/ui/notice.tsx';
import { useHydrated } from '~/app/ui/use-hydrated.ts';
import { packIds, unpackIds } from '~/domain/admin/selection.ts';
import { BULK_LIMIT } from '~/domain/limits.ts';
import { buildListHref, type ListAddress } from './list-address.ts';
import { type ListFilter, ListTools, Pager } from './list-parts.tsx';
import * as css from './manage.css.ts';
import type { ListFormResult, LoadedList } from './selected-list.ts';

type ListContent<Item> = { items: Item[]; total: number | null; address: ListAddress; selection: Selection };

type SelectionListProps<Item> = {
	title: string;
	base: string;
	/** What is listed, in the singular, such as 'signup'. */
	itemName: string;
	/** The title of the notice when the list could not be read. */
	failed: string;
	about?: ReactNode;
	search: string;
	filter: ListFilter;
	loaded: { list: LoadedList<Item>; selected: string | null };
	result: ListFormResult<Item> | undefined;
	formKey?: string;
	children: (content: ListContent<Item>) => ReactNode;
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
				<FailureNotice failure={result?.refusal} />
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

export type Selection = {
	/** The selection as a form field carries it. */
	packed: string;
	count: number;
	ids: ReadonlySet<string>;
	/** How many users the rows are of, when the server has counted them; null after a change. */
	users: number | null;
	has: (id: string) => boolean;
	set: (ids: readonly string[], isSelected: boolean) => void;
	clear: () => void;
};

/**
 * Returns the selection of a list, across its pages. `result` is the server's response to the list's form,
 * `initial` is the selection in the address. Either replaces the selection when it is new; otherwise script
 * keeps it.
 */
function useSelection(
	result: { selection: string; users?: number } | undefined,
	initial: string | null,
): Selection {
	const { key } = useLocation();
	const read = (packed: string) => new Set(unpackIds(packed, BULK_LIMIT));
	const [stored, setStored] = useState(() => ({
		result,
		key,
		ids: read(result?.selection ?? initial ?? ''),
	}));
	if (result !== stored.result || key !== stored.key) {
		const newSelection =
			result && result !== stored.result ? result.selection : key === stored.key ? null : initial;
		setStored({ result, key, ids: newSelection === null ? stored.ids : read(newSelection) });
	}
	const change = (ids: Set<string>) => setStored({ ...stored, ids });
	const packed = packIds(stored.ids);
	return {
		packed,
		count: stored.ids.size,
		ids: stored.ids,
		users: (result?.selection === packed && result.users) || null,
		has: (id) => stored.ids.has(id),
		set: (ids, isSelected) => {
			const next = new Set(stored.ids);
			for (const id of ids) {
				if (isSelected) next.add(id);
				else next.delete(id);
			}
			change(next);
		},
		clear: () => change(new Set()),
	};
}
