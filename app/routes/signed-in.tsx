import { Outlet } from 'react-router';
import { AppShell } from '~/app/shell/app-shell.tsx';
import { useRootData } from '~/app/shell/root-data.ts';

/** The frame of every page for people who are signed in. */
export default function SignedIn() {
	const root = useRootData();
	if (!root?.user) return <Outlet />;
	return (
		<AppShell user={root.user} communityName={root.site.communityName} year={root.year} flash={root.flash}>
			<Outlet />
		</AppShell>
	);
}
