import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { focusPart } from '~/app/ui/focus.ts';
import { Spinner } from '~/app/ui/icon.tsx';
import { LoadingScreen } from '~/app/ui/loading-screen.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { Stars } from '~/app/ui/town/scene.tsx';
import { LOADING_AFTER_MS } from '~/domain/limits.ts';
import { buildAvatarUrl } from '~/domain/users/display.ts';
import type { UserView } from '~/domain/users/schema.ts';
import * as css from './app-shell.css.ts';
import { FlashProvider } from './flash.tsx';
import { Footer } from './footer.tsx';
import type { NavPage } from './nav-pages.ts';
import { TopNav } from './top-nav.tsx';

export type AppShellProps = {
	user: UserView | null;
	/** The pages of the navigation that the user may open. */
	pages: readonly NavPage[];
	communityName: string;
	year: number;
	children: ReactNode;
};

/** Renders the frame of every signed-in page: navigation, the page, the roofs and the footer. */
export function AppShell({ user, pages, communityName, year, children }: AppShellProps) {
	useFocusOfPage();
	const { cdnUrl } = useSite();
	const picture =
		user && buildAvatarUrl({ discordId: user.discordId, avatar: user.avatar, cdnUrl, size: 64 });
	return (
		<div className={css.frame}>
			<a href="#main" className={css.skip}>
				Skip to content
			</a>
			<Stars />
			<TopNav user={user} picture={picture} pages={pages} />
			<main id="main" tabIndex={-1} className={css.main}>
				<FlashProvider>{children}</FlashProvider>
			</main>
			<Footer communityName={communityName} year={year} />
			<SlowNavigation />
		</div>
	);
}

/** Gives the focus to the new page, or to the part that its address names, when the control that had it is gone. */
function useFocusOfPage(): void {
	const { pathname, hash } = useLocation();
	const isFirst = useRef(true);
	useEffect(() => {
		const isNew = !isFirst.current;
		isFirst.current = false;
		if (!isNew) return;
		// A dialog that has just closed gives the focus back in the frame before.
		const frame = requestAnimationFrame(() => {
			if (document.activeElement === document.body) focusPart(hash.slice(1) || 'main');
		});
		return () => cancelAnimationFrame(frame);
	}, [pathname, hash]);
}

/** Loading this page has its own text (spec, section 2). */
const EDIT_PAGE = /^\/events\/[^/]+\/edit\/?$/;

function SlowNavigation() {
	const slowness = useSlowNavigation();
	const { location, formMethod } = useNavigation();
	const isLoadingEvent = formMethod === undefined && EDIT_PAGE.test(location?.pathname ?? '');
	if (slowness === 'none') return null;
	if (slowness === 'screen' && !isLoadingEvent) return <LoadingScreen over />;
	return (
		<div className={css.waiting}>
			<Spinner label={isLoadingEvent ? 'Loading event...' : 'Loading...'} />
		</div>
	);
}

const SPINNER_AFTER_MS = 400;

type Slowness = 'none' | 'spinner' | 'screen';

/**
 * Returns how slow the current navigation is: 'none' at first, 'spinner' after 400 ms, 'screen' after 3 s. A
 * form that is being sent never gets the screen, because its button already says what happens.
 */
function useSlowNavigation(): Slowness {
	const navigation = useNavigation();
	const isNavigating = navigation.state !== 'idle';
	const isSubmitting = navigation.formMethod !== undefined && navigation.formMethod !== 'GET';
	const [slowness, setSlowness] = useState<Slowness>('none');

	useEffect(() => {
		if (!isNavigating) {
			setSlowness('none');
			return;
		}
		const timers = [setTimeout(() => setSlowness('spinner'), SPINNER_AFTER_MS)];
		if (!isSubmitting) timers.push(setTimeout(() => setSlowness('screen'), LOADING_AFTER_MS));
		return () => {
			for (const timer of timers) clearTimeout(timer);
		};
	}, [isNavigating, isSubmitting]);

	return isNavigating ? slowness : 'none';
}
