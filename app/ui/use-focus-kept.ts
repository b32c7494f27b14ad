import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the ref of an element (with `tabIndex={-1}`) that gets the focus when a form inside it has succeeded and its
 * button disappeared with the focus. `announcement` is the text of the success.
 */
export function useFocusKept(announcement: string | undefined): RefObject<HTMLDivElement | null> {
	const ref = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (announcement && document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
	}, [announcement]);
	return ref;
}
