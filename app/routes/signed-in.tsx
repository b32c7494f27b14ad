import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { AppShell } from '~/app/shell/app-shell.tsx';
import { ErrorPage, ErrorScreen, getErrorDetails } from '~/app/shell/error-page.tsx';
import { useRootData } from '~/app/shell/root-data.ts';
import type { Route } from './+types/signed-in.ts';

export default function SignedIn() {
	return (
		<Frame>
			<Outlet />
		</Frame>
	);
}

/** Renders an error inside the frame, so that the user can navigate on. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	const root = useRootData();
	const details = getErrorDetails(error);
	if (!root?.user) return <ErrorScreen {...details} />;
	return (
		<Frame>
			<ErrorPage {...details} />
		</Frame>
	);
}

function Frame({ children }: { children: ReactNode }) {
	const root = useRootData();
	if (!root?.user) return children;
	return (
		<AppShell user={root.user} pages={root.pages} communityName={root.site.communityName} year={root.year}>
			{children}
		</AppShell>
	);
}
