import { useState } from 'react';
import { useLocation } from 'react-router';
import type { RootData } from './root-data.ts';

type Flash = RootData['flash'];

/** Keeps the flash message while the user stays on the page: a revalidation no longer finds its cookie. */
export function usePersistentFlash(flash: Flash): Flash {
	const { key } = useLocation();
	const [stored, setStored] = useState({ key, flash });
	const isNewFlash = stored.key !== key || (flash !== null && flash !== stored.flash);
	if (isNewFlash) setStored({ key, flash });
	return isNewFlash ? flash : stored.flash;
}
