import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** Skips revalidation after a search, which changes nothing. */
export const revalidateUnlessSearching = (args: ShouldRevalidateFunctionArgs) =>
	args.formData?.get('do') !== 'search' && args.defaultShouldRevalidate;
