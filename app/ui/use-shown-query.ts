import { useEffect, useRef } from 'react';

/**
 * Returns a ref for the search field that follows the address, for example after Back, unless the user is typing in it.
 */
export function useShownQuery(query: string) {
	const ref = useRef<HTMLInputElement>(null);
	useEffect(() => {
		if (ref.current && ref.current !== document.activeElement) ref.current.value = query;
	}, [query]);
	return ref;
}
