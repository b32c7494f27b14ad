import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { revalidateUnlessOffline } from '~/app/shell/offline.ts';

/** Skips revalidation after a search, which changes nothing, and after a request that failed to be sent. */
export const revalidateUnlessSearching = (args: ShouldRevalidateFunctionArgs) =>
	args.formData?.get('do') === 'search' ? false : revalidateUnlessOffline(args);
