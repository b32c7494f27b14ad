import { data, type RouterContextProvider } from 'react-router';
import type { z } from 'zod';
import { readText } from '~/app/shell/form-text.ts';
import type { Page } from '~/domain/admin/schema.ts';
import { mergeSelection, packIds, unpackIds } from '~/domain/admin/selection.ts';
import { ROW_ID } from '~/domain/ids.ts';
import { ADMIN_ROWS, BULK_LIMIT } from '~/domain/limits.ts';
import { type FormRefusal, submit } from '~/server/http/responses.ts';
import type { Operation } from '~/server/operations/kernel/operation.ts';
import { type ListAddress, readAddress } from './list-address.ts';

type Context = Readonly<RouterContextProvider>;

export type LoadedList<Item> = { address: ListAddress; page: Page<Item>; error: string | null };

const EMPTY_PAGE = { items: [], next: null, previous: null, first: null, total: 0 };

/** Returns a page of a list for its dialog. A refusal becomes an empty page with its error text. */
export async function readList<Schema extends z.ZodType, Item>(
	operation: Operation<string, Schema, Page<Item>>,
	context: Context,
	address: ListAddress,
	defaultSort?: string,
): Promise<LoadedList<Item>> {
	const { result, refusal } = await submit(operation, context, {
		read: () => ({ sort: defaultSort, ...address, limit: ADMIN_ROWS.perPage }),
	});
	return { address, page: result ?? EMPTY_PAGE, error: refusal?.error ?? null };
}

/** The result of a list's form: its selection, and the refusal if there is one. */
export type ListFormResult<Item> = {
	selection: string;
	/** The result of the form's own search (without script). */
	list: LoadedList<Item> | null;
	refusal: { title: string; error: string } | null;
	/** How many users the selected rows are of, when they were counted. */
	users?: number;
	/** The status that was chosen for the rows, when it was refused. */
	status?: string;
};

/** Returns how many users selected rows are of; undefined when they could not be counted. */
type CountUsers = (ids: string[]) => Promise<number | undefined>;

export async function respondWithRefusal<Item>(
	form: FormData,
	{ error, status }: FormRefusal,
	{ title, countUsers }: { title: string; countUsers?: CountUsers },
) {
	const selection = packSelection(form);
	return data<ListFormResult<Item>>(
		{
			selection,
			list: null,
			refusal: { title, error },
			users: await countUsers?.(unpackIds(selection, BULK_LIMIT)),
			status: readText(form, 'newStatus'),
		},
		{ status },
	);
}

/**
 * Handles the buttons of a list's form that only change the selection or the visible page; returns null for
 * any other intent. `matchAll` returns the ids of all rows that match the address.
 */
export async function handleListButton<Schema extends z.ZodType, Item>(
	form: FormData,
	{ context, url }: { context: Context; url: URL },
	list: {
		operation: Operation<string, Schema, Page<Item>>;
		matchAll: Operation<string, Schema, string[]>;
		failed: string;
		defaultSort?: string;
		countUsers?: CountUsers;
	},
) {
	const respond = async (selection: string, found: LoadedList<Item> | null) =>
		data<ListFormResult<Item>>({
			selection,
			list: found,
			refusal: null,
			users: await list.countUsers?.(unpackIds(selection, BULK_LIMIT)),
		});
	const intent = form.get('intent');
	if (intent === 'find') {
		const found = await readList(list.operation, context, readAddress(form), list.defaultSort);
		return respond(packSelection(form), found);
	}
	if (intent === 'selectAll') {
		const { result, refusal } = await submit(list.matchAll, context, {
			read: () => ({ ...readAddress(url.searchParams), cursor: undefined }),
		});
		if (refusal)
			return respondWithRefusal<Item>(form, refusal, { title: list.failed, countUsers: list.countUsers });
		return respond(packIds([...receiveSelection(form), ...result]), null);
	}
	const selection = changeSelection(readText(form, 'intent'), form);
	return selection === null ? null : respond(selection, null);
}

const readIds = (form: FormData, name: string): string[] =>
	form.getAll(name).filter((value): value is string => typeof value === 'string' && ROW_ID.test(value));

/** Returns the selection that a list's form carries: the earlier one merged with this page's checkboxes. */
export function receiveSelection(form: FormData): string[] {
	const earlierIds = unpackIds(readText(form, 'selected'), BULK_LIMIT);
	return mergeSelection(earlierIds, readIds(form, 'shown'), readIds(form, 'ids'));
}

/** Returns the selection packed for a form field, or '' when it has more rows than one operation accepts. */
export function packSelection(form: FormData): string {
	const ids = receiveSelection(form);
	return ids.length > BULK_LIMIT ? '' : packIds(ids);
}

/** Returns the packed selection after a press on one of the list's own buttons; null for other intents. */
function changeSelection(intent: string, form: FormData): string | null {
	if (intent === 'keep') return packSelection(form);
	if (intent === 'clear') return '';
	if (intent === 'selectPage') return packIds([...receiveSelection(form), ...readIds(form, 'shown')]);
	return null;
}
