import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether script runs this page: false on the server and in the first render, so that both draw the same. */
export function useHydrated(): boolean {
	return useSyncExternalStore(
		never,
		() => true,
		() => false,
	);
}
