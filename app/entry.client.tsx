import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { recordEarlyInput } from './shell/early-input.ts';
import { fetcherInstrumentation } from './shell/failed-forms.ts';
import { resumeNavigation } from './shell/interrupted-navigation.ts';

resumeNavigation();
recordEarlyInput();
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<HydratedRouter instrumentations={[fetcherInstrumentation]} />
		</StrictMode>,
		{ onRecoverableError: (error) => console.error('Hydration:', error) },
	);
});
