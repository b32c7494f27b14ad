import { type RefObject, useLayoutEffect } from 'react';
import { focusMoved } from './focus.ts';

/**
 * Turns a server-rendered `<dialog open>` into a modal one: the focus moves in and comes back to what opened it, and the
 * page behind is inert. Escape calls `onClose`, which must navigate away, because the address decides whether the
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
		const opener = listPath(activeElement);
		const place = listRowLinks().indexOf(activeElement as HTMLElement);
		const { scrollTop } = dialog;
		const isInUse = activeElement instanceof HTMLElement && dialog.contains(activeElement);
		dialog.removeAttribute('open');
		dialog.showModal();
		// Otherwise the panel gets the focus, not its first button: screen readers read the title first, and Enter does
		// nothing by accident.
		const target = isInUse ? activeElement : panel.current;
		target?.focus({ preventScroll: true });
		dialog.scrollTop = scrollTop;
		return () => {
			dialog.close();
			requestAnimationFrame(() => focusNearest(opener, place));
		};
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

/** Returns an element and those around it, the innermost first, without the page itself. */
function listPath(element: Element | null): HTMLElement[] {
	const path: HTMLElement[] = [];
	for (let one = element; one instanceof HTMLElement && one !== document.body; one = one.parentElement)
		path.push(one);
	return path;
}

/** The links that do the same for each row of a list. */
const listRowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-row-link]')];

/**
 * Moves the focus to the opener when it has got lost, or to the link that has taken its place in a list. What was
 * saved in the dialog may have removed that link: then to the innermost element around it that is still there, or to
 * the page's content.
 */
function focusNearest([opener, ...around]: readonly HTMLElement[], place: number): void {
	if (document.activeElement !== document.body) return;
	const links = listRowLinks();
	const next = links[Math.min(place, links.length - 1)];
	for (const element of [opener, next, ...around, document.querySelector('main')]) {
		if (!element) continue;
		if (element.tabIndex < 0) element.tabIndex = -1;
		focusMoved(element);
		if (document.activeElement === element) return;
	}
}
