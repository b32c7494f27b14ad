import { useSyncExternalStore } from 'react';

const subscribeNever = () => () => undefined;

/** Returns whether script runs this page; false on the server and in the first render, so that both match. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		subscribeNever,
		() => true,
		() => false,
	);
}
