import { useEffect, useRef } from 'react';

/** Returns a ref for the field that follows the address, for example after Back, unless the user is in it. */
export function useShownQuery<Field extends HTMLInputElement | HTMLSelectElement>(query: string) {
	const ref = useRef<Field>(null);
	useEffect(() => {
		if (ref.current && ref.current !== document.activeElement) ref.current.value = query;
	}, [query]);
	return ref;
}
