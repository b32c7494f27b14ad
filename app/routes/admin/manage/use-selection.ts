import { useState } from 'react';
import { useLocation } from 'react-router';
import { packIds, unpackIds } from '~/domain/admin/selection.ts';
import { BULK_LIMIT } from '~/domain/limits.ts';

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
export function useSelection(
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
