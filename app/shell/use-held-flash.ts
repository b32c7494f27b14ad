import { useState } from 'react';
import { useLocation } from 'react-router';
import type { RootData } from './root-data.ts';

type Flash = RootData['flash'];

/** Keeps the flash message while the user stays on the page: a revalidation no longer finds its cookie. */
export function useHeldFlash(flash: Flash): Flash {
	const { key } = useLocation();
	const [held, setHeld] = useState({ key, flash });
	const isNews = held.key !== key || (flash !== null && flash !== held.flash);
	if (isNews) setHeld({ key, flash });
	return isNews ? flash : held.flash;
}
