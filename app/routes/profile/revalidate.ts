import type { ShouldRevalidateFunctionArgs } from 'react-router';

/** A search changes nothing, so nothing is read again after it. */
export const revalidateUnlessSearching = ({
	formData,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => (formData?.get('do') === 'search' ? false : defaultShouldRevalidate);
