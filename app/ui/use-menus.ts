import { type RefObject, useEffect } from 'react';
import { focusMoved } from './focus.ts';

/**
 * Makes the `<details>` at or inside an element behave like menus: they open within the screen, and Escape, a press outside
 * and a choice inside close them. Without script they only open and close.
 */
export function useMenus(ref: RefObject<HTMLElement | null>): void {
	useEffect(() => {
		const place = ref.current;
		if (!place) return;
		const findOpen = (target: EventTarget | null) => {
			const menu = target instanceof Element ? target.closest<HTMLDetailsElement>('details[open]') : null;
			// The place may itself be in a section that opens and closes.
			return menu && place.contains(menu) ? menu : null;
		};
		const closeByPress = (event: PointerEvent) => {
			for (const menu of document.querySelectorAll<HTMLDetailsElement>('details[open]')) {
				const isOutside = event.target instanceof Node && !menu.contains(event.target);
				if (isOutside && place.contains(menu)) menu.open = false;
			}
		};
		const closeByTab = (event: FocusEvent) => {
			const menu = findOpen(event.target);
			if (menu && event.relatedTarget instanceof Node && !menu.contains(event.relatedTarget))
				menu.open = false;
		};
		const closeByKey = (event: KeyboardEvent) => {
			const menu = findOpen(event.target);
			if (event.key !== 'Escape' || !menu) return;
			// A dialog around the menu must stay open.
			event.preventDefault();
			event.stopPropagation();
			menu.open = false;
			menu.querySelector('summary')?.focus();
		};
		const handleClick = (event: MouseEvent) => {
			const menu = findOpen(event.target);
			const clicked = event.target instanceof Element && event.target.closest('a, button');
			if (!menu || !clicked || (clicked instanceof HTMLButtonElement && isSubmitBlocked(clicked))) return;
			// Closes after the click has been handled: a removed button would not submit its form.
			setTimeout(closeMenu, 0, menu);
		};
		/** A list that opens low on the screen would end below its edge. */
		const showList = ({ target: menu }: Event) => {
			if (menu instanceof HTMLDetailsElement && menu.open)
				menu.lastElementChild?.scrollIntoView({ block: 'nearest' });
		};
		const listening = new AbortController();
		const { signal } = listening;
		document.addEventListener('pointerdown', closeByPress, { signal });
		place.addEventListener('toggle', showList, { signal, capture: true });
		place.addEventListener('focusout', closeByTab, { signal });
		place.addEventListener('keydown', closeByKey, { signal });
		place.addEventListener('click', handleClick, { signal });
		return () => listening.abort();
	}, [ref]);
}

/** Closes a menu after a choice. Focus inside the closed menu would be lost, so its button gets it. */
export function closeMenu(menu: HTMLDetailsElement): void {
	const hasFocus = menu.contains(document.activeElement);
	menu.open = false;
	if (hasFocus) focusMoved(menu.querySelector('summary'));
}

/** Returns whether the browser will not submit the button's form because one of its fields is invalid. */
function isSubmitBlocked({ type, form, formNoValidate }: HTMLButtonElement): boolean {
	return (
		type === 'submit' && form !== null && !formNoValidate && !form.noValidate && form.matches(':invalid')
	);
}
