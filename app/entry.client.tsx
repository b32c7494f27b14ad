import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { recordEarlyInput } from './shell/early-input.ts';
import { fetcherInstrumentation } from './shell/failed-forms.ts';
import { resumeNavigation } from './shell/interrupted-navigation.ts';
import { acceptTranslations, keepTranslatedTexts } from './shell/translated-texts.ts';

/**
 * Renders its child. The effect runs when React has compared the whole page with the server's. Two children would change the
 * ids of `useId`.
 */
function Hydrated({ children }: { children: ReactNode }) {
	useLayoutEffect(acceptTranslations, []);
	return children;
}

resumeNavigation();
recordEarlyInput();
keepTranslatedTexts();
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<Hydrated>
				<HydratedRouter instrumentations={[fetcherInstrumentation]} />
			</Hydrated>
		</StrictMode>,
		{ onRecoverableError: (error) => console.error('Hydration:', error) },
	);
});
