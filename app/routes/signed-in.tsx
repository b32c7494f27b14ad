import type { ReactNode } from 'react';
import { isRouteErrorResponse, Outlet, useMatches } from 'react-router';
import { AppShell } from '~/app/shell/app-shell.tsx';
import { ErrorPage } from '~/app/shell/error-page.tsx';
import { ErrorScreen } from '~/app/shell/error-screen.tsx';
import { useRootData } from '~/app/shell/root-data.ts';
import { useHeldFlash } from '~/app/shell/use-held-flash.ts';
import type { Route } from './+types/signed-in.ts';

/** The frame of every page for people who are signed in. */
export default function SignedIn() {
	return (
		<Frame>
			<Outlet />
		</Frame>
	);
}

/** What a page refused, inside the frame: the person can go on from there. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const root = useRootData();
	const known = isRouteErrorResponse(error)
		? { status: error.status, text: error.data?.text }
		: { status: 500 };
	if (!root?.user) return <ErrorScreen {...known} />;
	return (
		<Frame>
			<ErrorPage {...known} />
		</Frame>
	);
}

function Frame({ children }: { children: ReactNode }) {
	const root = useRootData();
	const flash = useHeldFlash(root?.flash ?? null);
	// A dialog over the page says it itself.
	const isSaidAbove = useMatches().some(
		({ handle }) => (handle as { showsFlash?: true } | undefined)?.showsFlash,
	);
	if (!root?.user) return children;
	return (
		<AppShell
			user={root.user}
			communityName={root.site.communityName}
			year={root.year}
			flash={isSaidAbove ? null : flash}
		>
			{children}
		</AppShell>
	);
}
