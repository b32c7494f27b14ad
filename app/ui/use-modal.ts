import { type RefObject, useLayoutEffect } from 'react';

/**
 * Turns a server-rendered `<dialog open>` into a modal one: the focus moves in and comes back, and the page
 * behind is inert. Escape calls `onClose`, which must navigate away, because the address decides whether the
 * dialog is rendered.
 */
export function useModal(
	ref: RefObject<HTMLDialogElement | null>,
	panel: RefObject<HTMLElement | null>,
	onClose: () => void,
): void {
	useLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		// The user may be typing already, when the server has rendered the dialog. Showing it again would move it to its top.
		const { activeElement } = document;
		const { scrollTop } = dialog;
		const isInUse = activeElement instanceof HTMLElement && dialog.contains(activeElement);
		dialog.removeAttribute('open');
		dialog.showModal();
		// Otherwise the panel gets the focus, not its first button: screen readers read the title first, and Enter does
		// nothing by accident.
		const target = isInUse ? activeElement : panel.current;
		target?.focus({ preventScroll: true });
		dialog.scrollTop = scrollTop;
		return () => dialog.close();
	}, [ref, panel]);

	useLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		const handleCancel = (event: Event) => {
			// A file picker inside fires its own cancel event.
			if (event.target !== dialog) return;
			event.preventDefault();
			onClose();
		};
		// The browser may close the dialog on a second Escape without a cancel event. After a remount it is open.
		const handleClose = () => {
			if (!dialog.open) onClose();
		};
		dialog.addEventListener('cancel', handleCancel);
		dialog.addEventListener('close', handleClose);
		return () => {
			dialog.removeEventListener('cancel', handleCancel);
			dialog.removeEventListener('close', handleClose);
		};
	}, [ref, onClose]);
}
