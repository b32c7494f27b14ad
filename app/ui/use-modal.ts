import { type RefObject, useLayoutEffect } from 'react';

/**
 * Turns a server-rendered `<dialog open>` into a modal one: focus moves in and comes back, the page behind is
 * inert. Escape asks `leave`, which is expected to navigate away; the address decides whether the dialog is there.
 */
export function useModal(
	ref: RefObject<HTMLDialogElement | null>,
	panel: RefObject<HTMLElement | null>,
	leave: () => void,
): void {
	useLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		dialog.removeAttribute('open');
		dialog.showModal();
		// Not the first button: the title is read first, and Enter does nothing by accident.
		panel.current?.focus({ preventScroll: true });
		return () => dialog.close();
	}, [ref, panel]);

	useLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		const cancel = (event: Event) => {
			// A file picker inside sends a cancel of its own.
			if (event.target !== dialog) return;
			event.preventDefault();
			leave();
		};
		// The browser may close on a second Escape without asking; a remount in between has opened it again.
		const closed = () => {
			if (!dialog.open) leave();
		};
		dialog.addEventListener('cancel', cancel);
		dialog.addEventListener('close', closed);
		return () => {
			dialog.removeEventListener('cancel', cancel);
			dialog.removeEventListener('close', closed);
		};
	}, [ref, leave]);
}
