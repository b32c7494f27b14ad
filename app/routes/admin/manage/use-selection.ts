import { useState } from 'react';
import { useLocation } from 'react-router';
import { packIds, unpackIds } from '~/domain/admin/selection.ts';
import { BULK_LIMIT } from '~/domain/limits.ts';

export type Selection = {
	/** The selection as a form field carries it. */
	packed: string;
	count: number;
	has: (id: string) => boolean;
	set: (ids: readonly string[], isSelected: boolean) => void;
	clear: () => void;
};

/**
 * Returns the selection of a list, across its pages. `sent` is the server's response to the list's form,
 * `given` is the selection in the address. Either replaces the selection when it is new; otherwise script
 * keeps it.
 */
export function useSelection(sent: { selection: string } | undefined, given: string | null): Selection {
	const { key } = useLocation();
	const read = (packed: string) => new Set(unpackIds(packed, BULK_LIMIT));
	const [held, setHeld] = useState(() => ({ sent, key, ids: read(sent?.selection ?? given ?? '') }));
	if (sent !== held.sent || key !== held.key) {
		const news = sent && sent !== held.sent ? sent.selection : key === held.key ? null : given;
		setHeld({ sent, key, ids: news === null ? held.ids : read(news) });
	}
	const change = (ids: Set<string>) => setHeld({ ...held, ids });
	return {
		packed: packIds(held.ids),
		count: held.ids.size,
		has: (id) => held.ids.has(id),
		set: (ids, isSelected) => {
			const next = new Set(held.ids);
			for (const id of ids) {
				if (isSelected) next.add(id);
				else next.delete(id);
			}
			change(next);
		},
		clear: () => change(new Set()),
	};
}
