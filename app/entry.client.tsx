import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { fetcherInstrumentation } from './shell/failed-forms.ts';
import { resumeNavigation } from './shell/interrupted-navigation.ts';

resumeNavigation();
startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<HydratedRouter instrumentations={[fetcherInstrumentation]} />
		</StrictMode>,
		{ onRecoverableError: (error) => console.error('Hydration:', error) },
	);
});
