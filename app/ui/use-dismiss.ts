import { type RefObject, useEffect } from 'react';

/**
 * Makes a `<details>` behave like a menu: Escape, a press outside and a choice inside close it. Without
 * script it only opens and closes.
 */
export function useDismiss(ref: RefObject<HTMLDetailsElement | null>): void {
	useEffect(() => {
		const details = ref.current;
		if (!details) return;
		const close = () => {
			details.open = false;
		};
		const closeByPress = (event: PointerEvent) => {
			if (details.open && event.target instanceof Node && !details.contains(event.target)) close();
		};
		const closeByTab = (event: FocusEvent) => {
			if (details.open && event.relatedTarget instanceof Node && !details.contains(event.relatedTarget))
				close();
		};
		const closeByKey = (event: KeyboardEvent) => {
			if (event.key !== 'Escape' || !details.open) return;
			// A dialog around the menu must stay open.
			event.preventDefault();
			event.stopPropagation();
			close();
			details.querySelector('summary')?.focus();
		};
		const closeByChoice = () => {
			const hasFocus = details.contains(document.activeElement);
			close();
			// Focus inside the closed menu would be lost.
			if (hasFocus) details.querySelector('summary')?.focus({ preventScroll: true });
		};
		const handleClick = (event: MouseEvent) => {
			const clicked = event.target instanceof Element && event.target.closest('a, button');
			if (clicked instanceof HTMLButtonElement && isSubmitBlocked(clicked)) return;
			// Closes after the click has been handled: a removed button would not submit its form.
			if (clicked) setTimeout(closeByChoice);
		};
		document.addEventListener('pointerdown', closeByPress);
		details.addEventListener('focusout', closeByTab);
		details.addEventListener('keydown', closeByKey);
		details.addEventListener('click', handleClick);
		return () => {
			document.removeEventListener('pointerdown', closeByPress);
			details.removeEventListener('focusout', closeByTab);
			details.removeEventListener('keydown', closeByKey);
			details.removeEventListener('click', handleClick);
		};
	}, [ref]);
}

/** Returns whether the browser will not submit the button's form because one of its fields is invalid. */
function isSubmitBlocked({ type, form, formNoValidate }: HTMLButtonElement): boolean {
	return (
		type === 'submit' && form !== null && !formNoValidate && !form.noValidate && form.matches(':invalid')
	);
}
