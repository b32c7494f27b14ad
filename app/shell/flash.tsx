import { type ReactNode, useState } from 'react';
import { useFetchers, useLocation, useNavigation } from 'react-router';
import { FloatingNotice, NoticeProvider, useDismissible } from '~/app/ui/notice-place.tsx';
import { useRootData } from './root-data.ts';

/** Renders the notice that the previous page left, over the page and its dialogs. */
export function FlashProvider({ children }: { children: ReactNode }) {
	const { pathname, search } = useLocation();
	const [flash, dismiss] = useDismissible(usePersistentFlash());
	// The title is bold for an error or when more text follows; a success without text is a plain sentence.
	const hasBoldTitle = flash?.tone === 'error' || Boolean(flash?.text);
	return (
		<NoticeProvider
			notice={
				flash && (
					<FloatingNotice
						tone={flash.tone}
						title={hasBoldTitle && flash.title}
						pageHref={pathname + search}
						onDismiss={dismiss}
					>
						{hasBoldTitle ? flash.text : flash.title}
					</FloatingNotice>
				)
			}
		>
			{children}
		</NoticeProvider>
	);
}

/**
 * Returns the notice until the user goes to another page or sends a form. It is kept here, because a revalidation no
 * longer finds its cookie.
 */
function usePersistentFlash() {
	const flash = useRootData()?.flash ?? null;
	const { pathname } = useLocation();
	const isSending = [useNavigation(), ...useFetchers()].some(({ formMethod }) => formMethod === 'POST');
	const [stored, setStored] = useState({ pathname, flash, isOver: false });
	let next = stored;
	if (flash !== null && flash !== stored.flash) next = { pathname, flash, isOver: false };
	else if (!stored.isOver && (isSending || pathname !== stored.pathname)) next = { ...stored, isOver: true };
	if (next !== stored) setStored(next);
	return next.isOver ? null : next.flash;
}
