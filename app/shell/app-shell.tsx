import type { ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { joinClasses } from '~/app/ui/classes.ts';
import { wrap } from '~/app/ui/layout.css.ts';
import { LoadingScreen } from '~/app/ui/loading-screen.tsx';
import { Notice } from '~/app/ui/notice.tsx';
import { useSite } from '~/app/ui/site-context.tsx';
import { Spinner } from '~/app/ui/spinner.tsx';
import { Stars } from '~/app/ui/town/stars.tsx';
import { useSlowNavigation } from '~/app/ui/use-slow-navigation.ts';
import { avatarUrl } from '~/domain/users/avatar.ts';
import type { UserView } from '~/domain/users/schema.ts';
import * as css from './app-shell.css.ts';
import * as flashCss from './flash.css.ts';
import { Footer } from './footer.tsx';
import { TopNav } from './top-nav.tsx';

export type FlashNotice = { tone: 'success' | 'error' | 'info'; title: string; text?: string };

export type AppShellProps = {
	user: UserView | null;
	communityName: string;
	/** The year of the copyright line. */
	year: number;
	/** The flash message of the previous page. */
	flash?: FlashNotice | null;
	children: ReactNode;
};

/** Renders the frame of every signed-in page: navigation, the page, the roofs and the footer. */
export function AppShell({ user, communityName, year, flash, children }: AppShellProps) {
	const { cdnUrl } = useSite();
	const picture = user && avatarUrl({ discordId: user.discordId, avatar: user.avatar, cdnUrl, size: 64 });
	return (
		<div className={css.frame}>
			<a href="#main" className={css.skip}>
				Skip to content
			</a>
			<Stars />
			<TopNav user={user} picture={picture} />
			<main id="main" tabIndex={-1} className={css.main}>
				<Flash flash={flash} />
				{children}
			</main>
			<Footer communityName={communityName} year={year} />
			<SlowNavigation />
		</div>
	);
}

/** Renders the flash message. Its container is always present, so that screen readers announce a change. */
function Flash({ flash }: { flash?: FlashNotice | null }) {
	// The title is bold for an error or when more text follows; a success without text is a plain sentence.
	const hasBoldTitle = flash?.tone === 'error' || Boolean(flash?.text);
	return (
		<div className={joinClasses(wrap, flashCss.place)} aria-live="polite">
			{flash && (
				<Notice tone={flash.tone} title={hasBoldTitle && flash.title} live={false}>
					{hasBoldTitle ? flash.text : flash.title}
				</Notice>
			)}
		</div>
	);
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
