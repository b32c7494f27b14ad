import { lazy, Suspense, useState } from 'react';
import { useRootData } from './root-data.ts';
import './welcome.css.ts';

/** Loaded only on a user's first visit. The server renders a page in one piece and cannot wait for a part of it. */
const Welcome = import.meta.env.SSR
	? (await import('./welcome.tsx')).Welcome
	: lazy(async () => ({ default: (await import('./welcome.tsx')).Welcome }));

/** Renders the welcome after the first sign-in, until the user dismisses it or goes to another page. */
export function FirstVisit({ address }: { address: string }) {
	const isFirst = useRootData()?.flash?.isFirstVisit === true;
	const [shownAt, setShownAt] = useState(isFirst ? address : null);
	if (shownAt !== address) return null;
	return (
		<Suspense>
			<Welcome pageHref={address} onDismiss={() => setShownAt(null)} />
		</Suspense>
	);
}
