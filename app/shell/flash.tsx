import {
	createContext,
	type Dispatch,
	lazy,
	type ReactNode,
	type SetStateAction,
	Suspense,
	useContext,
	useEffect,
	useState,
} from 'react';
import { useLocation } from 'react-router';
import { rowWrap } from '~/app/ui/layout.css.ts';
import { FloatingNotice, type FloatingNoticeProps, NoticeProvider } from '~/app/ui/notice-place.tsx';
import type { Flash } from '~/server/http/flash.ts';
import { onSentForm } from './failed-forms.ts';
import { useRootData } from './root-data.ts';
import { OwnChangesLink, UndoForm } from './undo-form.tsx';
import './welcome.css.ts';

export type PageNotice = Pick<Flash, 'tone' | 'title' | 'text' | 'undo'> &
	Pick<FloatingNoticeProps, 'action' | 'takesFocus'>;

const ShowNoticeContext = createContext<Dispatch<SetStateAction<PageNotice | null>>>(() => undefined);

/** Returns the function that replaces the page's notice; null removes it. Only with script. */
export const useShowNotice = () => useContext(ShowNoticeContext);

/**
 * Renders the page's only notice over the page and its dialogs: the one that the previous page left, or the page's own.
 */
export function FlashProvider({ children }: { children: ReactNode }) {
	const { pathname, search } = useLocation();
	const [notice, setNotice] = usePageNotice(pathname + search);
	useEffect(
		() => onSentForm((failure) => setNotice(failure && { tone: 'error', takesFocus: true, ...failure })),
		[setNotice],
	);
	// The title is bold for an error or when more text follows; a success without text is a plain sentence.
	const hasBoldTitle = notice?.tone === 'error' || Boolean(notice?.text);
	return (
		<NoticeProvider
			notice={
				notice && (
					<FloatingNotice
						tone={notice.tone}
						title={hasBoldTitle && notice.title}
						pageHref={pathname + search}
						onDismiss={() => setNotice(null)}
						action={notice.action}
						takesFocus={notice.takesFocus && notice}
						form={
							notice.undo && (
								<div className={rowWrap}>
									<UndoForm entryId={notice.undo} back={pathname + search} />
									<OwnChangesLink />
								</div>
							)
						}
					>
						{hasBoldTitle ? notice.text : notice.title}
					</FloatingNotice>
				)
			}
		>
			<FirstVisit address={pathname + search} />
			<ShowNoticeContext value={setNotice}>{children}</ShowNoticeContext>
		</NoticeProvider>
	);
}

/**
 * Returns the notice until the user goes to another address or sends a form, and the function that replaces it. It is
 * kept here, because a revalidation no longer finds its cookie.
 */
function usePageNotice(address: string) {
	const read = useRootData()?.flash ?? null;
	const flash: PageNotice | null = read?.isFirstVisit ? null : read;
	const [notice, setNotice] = useState(flash);
	const [last, setLast] = useState({ address, flash });
	const isNew = flash !== last.flash && flash !== null;
	if (flash !== last.flash || address !== last.address) {
		setLast({ address, flash });
		if (isNew) setNotice({ ...flash, takesFocus: flash.tone === 'error' });
		else if (address !== last.address) setNotice(null);
	}
	return [notice, setNotice] as const;
}

/** Loaded only on a user's first visit. The server renders a page in one piece and cannot wait for a part of it. */
const Welcome = import.meta.env.SSR
	? (await import('./welcome.tsx')).Welcome
	: lazy(async () => ({ default: (await import('./welcome.tsx')).Welcome }));

/** Renders the welcome after the first sign-in, until the user dismisses it or goes to another page. */
function FirstVisit({ address }: { address: string }) {
	const isFirst = useRootData()?.flash?.isFirstVisit === true;
	const [shownAt, setShownAt] = useState(isFirst ? address : null);
	if (shownAt !== address) return null;
	return (
		<Suspense>
			<Welcome pageHref={address} onDismiss={() => setShownAt(null)} />
		</Suspense>
	);
}
