import { StrictMode, startTransition, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { recordEarlyInput } from './shell/early-input.ts';
import { fetcherInstrumentation } from './shell/failed-forms.ts';
import { resumeNavigation } from './shell/interrupted-navigation.ts';
import { acceptTranslations, keepTranslatedTexts } from './shell/translated-texts.ts';

/** Renders nothing. Its effect runs when React has compared the whole page with the server's. */
function AcceptTranslations() {
	useLayoutEffect(acceptTranslations, []);
	return null;
}

resumeNavigation();
recordEarlyInput();
keepTranslatedTexts();
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<HydratedRouter instrumentations={[fetcherInstrumentation]} />
			<AcceptTranslations />
		</StrictMode>,
		{ onRecoverableError: (error) => console.error('Hydration:', error) },
	);
});
