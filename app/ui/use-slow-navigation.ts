import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import { LOADING_AFTER_MS } from '~/domain/limits.ts';

const SPINNER_AFTER_MS = 400;

export type Slowness = 'none' | 'spinner' | 'screen';

/**
 * Returns how slow the current navigation is: 'none' at first, 'spinner' after 400 ms, 'screen' after 3 s. A
 * form that is being sent never gets the screen, because its button already says what happens.
 */
export function useSlowNavigation(): Slowness {
	const navigation = useNavigation();
	const isNavigating = navigation.state !== 'idle';
	const isSubmitting = navigation.formMethod !== undefined && navigation.formMethod !== 'GET';
	const [slowness, setSlowness] = useState<Slowness>('none');

	useEffect(() => {
		if (!isNavigating) {
			setSlowness('none');
			return;
		}
		const timers = [setTimeout(() => setSlowness('spinner'), SPINNER_AFTER_MS)];
		if (!isSubmitting) timers.push(setTimeout(() => setSlowness('screen'), LOADING_AFTER_MS));
		return () => {
			for (const timer of timers) clearTimeout(timer);
		};
	}, [isNavigating, isSubmitting]);

	return isNavigating ? slowness : 'none';
}
