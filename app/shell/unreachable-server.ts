import { useEffect, useRef } from 'react';
import { type MiddlewareFunction, redirect, useNavigate, useNavigation } from 'react-router';
import { NOT_REACHED, reportFailure } from './failed-forms.ts';
import { isLiveLoad } from './live/keep-page.ts';

const report = () => reportFailure({ title: "The page couldn't be opened.", text: NOT_REACHED });

/** With another fragment the router changes the address only, and loads nothing. */
const getOwnAddress = ({ pathname, search, hash }: Location) => pathname + search + (hash || '#main');

/** Keeps the page, and reports why, when the next page's data got no response. */
export const keepPageOfFailedLoad: MiddlewareFunction<
	Record<string, { type: string; result: unknown }>
> = async ({ request }, next) => {
	const results = await next();
	const target = new URL(request.url);
	const isOtherPage = target.pathname + target.search !== window.location.pathname + window.location.search;
	if (request.method !== 'GET' || isLiveLoad() || !isOtherPage) return results;
	// fetch() rejects with a TypeError when there is no response.
	if (!Object.values(results).some(({ type, result }) => type === 'error' && result instanceof TypeError))
		return results;
	report();
	throw redirect(getOwnAddress(window.location));
};

/**
 * Keeps the page when a followed link cannot be opened, because the browser is offline or a file of the next page got no
 * response. For such a file the router would load the document again, and the browser would show its own error page.
 */
export function useStayWhenUnreachable(): void {
	const navigate = useNavigate();
	const isLoading = useRef(false);
	isLoading.current = useNavigation().state === 'loading';
	useEffect(() => {
		let isReachable = false;
		const checkReload = async () => {
			isReachable = await fetch('/healthz', { cache: 'no-store' }).then(
				() => true,
				() => false,
			);
			// The file is missing on the server, which has a newer build.
			if (isReachable) return window.location.reload();
			report();
			await navigate(getOwnAddress(window.location), { replace: true, preventScrollReset: true });
		};
		const handleNavigate = (event: NavigateEvent) => {
			const { navigationType, userInitiated } = event;
			if (navigationType !== 'reload' || userInitiated || !isLoading.current || isReachable) return;
			event.preventDefault();
			void checkReload();
		};
		const handleClick = (click: MouseEvent) => {
			const link = click.target instanceof Element && click.target.closest<HTMLAnchorElement>('a[href]');
			if (navigator.onLine || !link || link.origin !== window.location.origin || isFragment(link)) return;
			click.preventDefault();
			report();
		};
		// Not every browser has it.
		const navigation = window.navigation as Navigation | undefined;
		navigation?.addEventListener('navigate', handleNavigate);
		document.addEventListener('click', handleClick, { capture: true });
		return () => {
			navigation?.removeEventListener('navigate', handleNavigate);
			document.removeEventListener('click', handleClick, { capture: true });
		};
	}, [navigate]);
}

const isFragment = ({ pathname, search, hash }: HTMLAnchorElement) =>
	hash !== '' && pathname + search === window.location.pathname + window.location.search;
