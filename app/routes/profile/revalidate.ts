import type { ShouldRevalidateFunctionArgs } from 'react-router';
import { revalidateUnlessOffline } from '~/app/shell/offline.ts';

/** A search changes nothing, so nothing is read again after it; nor after a form that did not reach the server. */
export const revalidateUnlessSearching = (args: ShouldRevalidateFunctionArgs) =>
	args.formData?.get('do') === 'search' ? false : revalidateUnlessOffline(args);
