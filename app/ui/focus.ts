import type { MouseEvent } from 'react';

/** Focuses the part of the page with this id, as the browser does when it follows a link to it. */
export function focusPart(id: string): void {
	const part = document.getElementById(id);
	if (!part) return;
	part.tabIndex = -1;
	part.focus({ preventScroll: true });
}

/** For links to a part of the same page: moves the focus with the view, as the browser does without script. */
export const followPartLink = ({ currentTarget: { hash } }: MouseEvent<HTMLAnchorElement>): void =>
	focusPart(hash.slice(1));

/** Focuses a control that has moved. The view follows it only for those who use the keyboard, who see the focus. */
export function focusMoved(control: HTMLElement | null | undefined): void {
	control?.focus({ preventScroll: true });
	if (control?.matches(':focus-visible')) control.scrollIntoView({ block: 'nearest' });
}
