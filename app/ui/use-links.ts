import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';

/** Returns the properties of a plain `<a>` that leads to one of our own pages. */
export type LinkTo = (address: string) => {
	href: string;
	onClick: (event: MouseEvent<HTMLAnchorElement>) => void;
};

/**
 * Returns a function that makes plain `<a>` elements act like the router's `<Link>`. The frame and the lists use it,
 * because rendering a `<Link>` on the server costs as much as twenty elements. Not for links with `target` or
 * `download`.
 */
export function useLinks({ preventScrollReset = false } = {}): LinkTo {
	const navigate = useNavigate();
	const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
		const { button, altKey, ctrlKey, metaKey, shiftKey } = event;
		// The browser opens these in another tab, or downloads them.
		if (event.defaultPrevented || button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
		event.preventDefault();
		const { pathname, search, hash, href } = event.currentTarget;
		void navigate(pathname + search + hash, {
			replace: href === window.location.href,
			preventScrollReset,
		});
	};
	return (href) => ({ href, onClick: handleClick });
}
