import type { KeyboardEvent } from 'react';
import { menuClass } from '~/app/ui/menu.tsx';

/** A menu's button and what can be chosen in it. */
const CHOICES = 'summary, a, button:enabled';

/** Opens the menu that has the focus and moves through its choices with the arrow keys, which would scroll the page. */
export function moveInMenu(event: KeyboardEvent): void {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	const { target } = event;
	if (!step || !(target instanceof HTMLElement) || !target.matches(CHOICES)) return;
	const menu = target.closest<HTMLDetailsElement>(`details.${menuClass}`);
	if (!menu) return;
	event.preventDefault();
	menu.open = true;
	const choices = [...menu.querySelectorAll<HTMLElement>(CHOICES)];
	choices.at((choices.indexOf(target) + step) % choices.length)?.focus();
}
