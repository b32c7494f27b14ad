import {
	createContext,
	type ReactNode,
	useCallback,
	useContext,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton, IconLink } from './button.tsx';
import { joinClasses } from './classes.ts';
import { X } from './icons.ts';
import * as css from './notice.css.ts';
import { Notice, type NoticeProps } from './notice.tsx';
import { useHydrated } from './use-hydrated.ts';

/** Adds the place of an open dialog; returns the function that removes it. */
const AddPlaceContext = createContext<(place: HTMLElement) => () => void>(() => () => undefined);

type NoticeProviderProps = { notice: ReactNode; children: ReactNode };

/**
 * Renders `notice` at the bottom of the viewport. A modal dialog hides everything outside of it from the keyboard and
 * from screen readers, so with script the notice moves into the dialog on top.
 */
export function NoticeProvider({ notice, children }: NoticeProviderProps) {
	const [dialogPlaces, setDialogPlaces] = useState<HTMLElement[]>([]);
	const addPlace = useCallback((added: HTMLElement) => {
		setDialogPlaces((places) => [...places, added]);
		return () => setDialogPlaces((places) => places.filter((place) => place !== added));
	}, []);
	const top = dialogPlaces.at(-1);
	return (
		<AddPlaceContext value={addPlace}>
			<NoticePlace>{!top && notice}</NoticePlace>
			{top && createPortal(notice, top)}
			{children}
		</AddPlaceContext>
	);
}

/** A live region, always present, so that screen readers announce its change. */
export const NoticePlace = ({ children }: { children: ReactNode }) => (
	<div className={css.place} aria-live="polite">
		{children}
	</div>
);

/** Renders the live region of a dialog, which shows the page's notice while the dialog is on top. */
export function DialogNoticePlace() {
	const ref = useRef<HTMLDivElement>(null);
	const addPlace = useContext(AddPlaceContext);
	useLayoutEffect(() => (ref.current ? addPlace(ref.current) : undefined), [addPlace]);
	return <div ref={ref} className={css.place} aria-live="polite" />;
}

export type FloatingNoticeProps = Pick<NoticeProps, 'tone' | 'title' | 'children'> & {
	/** The address of the same page without the notice, for browsers without script. */
	pageHref: string;
	onDismiss?: () => void;
	action?: { label: string; run: () => void } | undefined;
	form?: ReactNode;
	/** Gives the focus to the notice, which says why the form that had it failed; each new value does, also for equal texts. */
	takesFocus?: unknown;
};

/** Renders a notice in a `NoticePlace`. It stays until it is dismissed; one that is no error leaves at the next press. */
export function FloatingNotice({
	pageHref,
	onDismiss,
	action,
	form,
	takesFocus,
	...notice
}: FloatingNoticeProps) {
	const ref = useRef<HTMLDivElement>(null);
	const isScripted = useHydrated();
	const { title, children } = notice;
	useEffect(() => {
		if (takesFocus) ref.current?.focus({ preventScroll: true });
		else uncoverFocus(ref.current);
	}, [title, children, takesFocus]);
	useLayoutEffect(() => {
		const element = ref.current;
		// A form in the notice that is sent removes it, with the button that has the focus.
		return () => {
			if (element?.contains(document.activeElement)) focusAround(element);
		};
	}, []);
	const leavesAlone = notice.tone !== 'error' && !action;
	useEffect(
		() => (leavesAlone && onDismiss ? onNextPress(ref.current, onDismiss) : undefined),
		[leavesAlone, onDismiss],
	);
	const leave = (next: (() => void) | undefined) => () => {
		focusAround(ref.current);
		next?.();
	};
	const button = { icon: X, label: 'Dismiss', className: css.floatingDismiss } as const;
	return (
		<div ref={ref} tabIndex={takesFocus ? -1 : undefined} className={css.floating}>
			<Notice
				{...notice}
				live={false}
				className={joinClasses(css.floatingNotice, action || form ? css.floatingWithAction : null)}
			>
				<span>{children}</span>
				{action && (
					<Button type="button" className={css.floatingAction} onClick={leave(action.run)}>
						{action.label}
					</Button>
				)}
				{form}
			</Notice>
			{isScripted ? (
				<IconButton {...button} type="button" onClick={leave(onDismiss)} />
			) : (
				<IconLink {...button} to={pageHref} />
			)}
		</div>
	);
}

const CONTROLS = 'a, button, input, label, select, summary, textarea';

/** Calls `handle` when a control outside of the notice is pressed. Returns a function that ends this. */
function onNextPress(notice: HTMLElement | null, handle: () => void): () => void {
	const handleClick = ({ target }: MouseEvent) => {
		if (target instanceof Element && target.closest(CONTROLS) && !notice?.contains(target)) handle();
	};
	document.addEventListener('click', handleClick);
	return () => document.removeEventListener('click', handleClick);
}

/** Focuses the dialog or the page that the notice covers, because the focused Dismiss button is about to be removed. */
function focusAround(notice: HTMLElement | null): void {
	const panel = notice?.closest('dialog')?.querySelector<HTMLElement>('div[tabindex="-1"]');
	(panel ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

/** Scrolls the focused control out from under the notice. */
function uncoverFocus(notice: HTMLElement | null): void {
	const focused = document.activeElement;
	if (!notice || !focused?.matches('a, button, input, select, summary, textarea')) return;
	const cover = notice.getBoundingClientRect();
	const { top, bottom } = focused.getBoundingClientRect();
	if (bottom > cover.top && top < cover.bottom) focused.scrollIntoView({ block: 'nearest' });
}
