import './ui/theme/fonts/fonts.css';
import './ui/theme/global.css.ts';
import { type ReactNode, useEffect } from 'react';
import {
	type LinksFunction,
	Meta,
	Outlet,
	ScrollRestoration,
	type ShouldRevalidateFunctionArgs,
	useRevalidator,
} from 'react-router';
import { APP_VERSION } from '~/domain/limits.ts';
import { config } from '~/server/config.ts';
import { admitRequest } from '~/server/http/admit-request.ts';
import { consumeFlash, getActor, getRequestFacts } from '~/server/http/context.ts';
import { readTheme, readViewerZone } from '~/server/http/viewer-cookies.ts';
import { wrapRequest } from '~/server/http/wrap-request.ts';
import { toUserView } from '~/server/wire/users.ts';
import type { Route } from './+types/root.ts';
import { useEarlyInput } from './shell/early-input.ts';
import { ErrorScreen, getErrorDetails } from './shell/error-page.tsx';
import { keepPageOfFailedForm } from './shell/failed-forms.ts';
import { StoredTarget } from './shell/interrupted-navigation.ts';
import { isLiveLoad, keepPage } from './shell/live/keep-page.ts';
import { listNavPages } from './shell/nav-pages.ts';
import { PageLinks, PageScripts } from './shell/page-files.tsx';
import { type RootData, useRootData } from './shell/root-data.ts';
import { keepPageOfFailedLoad, useStayWhenUnreachable } from './shell/unreachable-server.ts';
import { SlowStart } from './ui/loading-screen.tsx';
import { SiteProvider } from './ui/site-context.tsx';
import { useFallbackTheme } from './ui/theme/fallback-theme.tsx';
import { ThemeProvider } from './ui/theme/theme-context.tsx';

export const middleware: Route.MiddlewareFunction[] = [wrapRequest, admitRequest];

export const links: LinksFunction = () => [
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
	{ rel: 'manifest', href: '/manifest.webmanifest' },
];

export function loader({ request, url, context }: Route.LoaderArgs): RootData {
	const { authenticated, now, request: first } = getRequestFacts(context);
	const { GAME_NAME, COMMUNITY_NAME, COMMUNITY_JOIN_URL, DISCORD_CDN_URL } = config();
	const demoChannelUrl = findDemoChannelUrl();
	const onSignIn = ['/', '/login'].includes(url.pathname);
	return {
		user: authenticated ? toUserView(authenticated.user) : null,
		pages: listNavPages(getActor(context)),
		theme: readTheme(request, authenticated?.user.theme),
		// The sign-in screen shows the flash message itself.
		flash: onSignIn ? null : consumeFlash(context),
		year: now.getUTCFullYear(),
		// The loader's own request has no form.
		respondsToForm: first.method === 'POST',
		site: {
			gameName: GAME_NAME,
			communityName: COMMUNITY_NAME,
			communityJoinUrl: COMMUNITY_JOIN_URL ?? null,
			cdnUrl: DISCORD_CDN_URL,
			viewerZone: readViewerZone(request),
			...(demoChannelUrl && { demoChannelUrl }),
		},
	};
}

/** Returns the address of the demo's channel page; undefined where Discord is not on this machine. */
function findDemoChannelUrl(): string | undefined {
	const { hostname, origin } = new URL(config().DISCORD_AUTHORIZE_URL);
	return hostname === '127.0.0.1' ? `${origin}/channels` : undefined;
}

export const clientMiddleware = [keepPage, keepPageOfFailedForm, keepPageOfFailedLoad];

/** A live load leaves the notice of another window's form to that window. A load that redirects has its own notice. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
	!(isLiveLoad() && args.currentUrl.href === args.nextUrl.href) && args.defaultShouldRevalidate;

export const meta: Route.MetaFunction = () => [{ title: 'Townbell' }];

export function Layout({ children }: { children: ReactNode }) {
	const fallback = useFallbackTheme();
	const theme = useRootData()?.theme ?? fallback;
	return (
		<html lang="en" className={theme === 'dark' ? 'dark' : undefined} suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="version" content={APP_VERSION} />
				<meta name="color-scheme" content={theme === 'dark' ? 'dark' : 'light'} />
				<Meta />
				<PageLinks />
			</head>
			<body>
				<ThemeProvider theme={theme}>{children}</ThemeProvider>
				<ScrollRestoration />
				<PageScripts />
			</body>
		</html>
	);
}

export default function Root({ loaderData }: Route.ComponentProps) {
	useStayWhenUnreachable();
	useEarlyInput();
	// Loading the page again would drop the response to a form.
	useViewerZone(loaderData.site.viewerZone, loaderData.user !== null && !loaderData.respondsToForm);
	return (
		<SiteProvider value={loaderData.site}>
			<Outlet />
			<SlowStart />
			<StoredTarget />
		</SiteProvider>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return <ErrorScreen {...getErrorDetails(error)} />;
}

/** Stores the viewer's time zone in a cookie, so that the next response holds local times (decision 0011). */
function useViewerZone(savedZone: string | null, loadsAgain: boolean) {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
		if (!zone || zone === savedZone || document.cookie.includes(`zone=${encodeURIComponent(zone)}`)) return;
		// biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we serve.
		document.cookie = `zone=${encodeURIComponent(zone)}; Path=/; SameSite=Lax; Max-Age=31536000`;
		if (loadsAgain) void revalidate();
	}, [savedZone, loadsAgain, revalidate]);
}
