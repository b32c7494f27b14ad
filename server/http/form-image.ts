import type { RouterContextProvider } from 'react-router';
import type { FieldErrors } from '~/domain/refusal.ts';
import { uploadImage } from '../operations/events/index.ts';
import { submit } from './responses.ts';

/**
 * Stores the image that a form sent as `image`, before the rest of the form is checked: when the form is refused,
 * the user need not choose it again. Returns its hash (null when no image was chosen), or the errors of the image.
 */
export async function storeFormImage(
	form: FormData,
	context: Readonly<RouterContextProvider>,
): Promise<{ hash: string | null; errors: FieldErrors }> {
	const file = form.get('image');
	// Browsers send an empty file field as a file without a name.
	if (!(file instanceof File) || (file.name === '' && file.size === 0)) return { hash: null, errors: {} };
	const { result, refusal } = await submit(uploadImage, context, {
		read: async () => ({ bytes: new Uint8Array(await file.arrayBuffer()) }),
	});
	if (!refusal) return { hash: result.hash, errors: {} };
	return { hash: null, errors: { image: refusal.fieldErrors.image ?? [refusal.error] } };
}
