import type { RouterContextProvider } from 'react-router';
import type { FieldErrors } from '~/domain/refusal.ts';
import { uploadImage } from '../operations/events/index.ts';
import { submit } from './answers.ts';

/**
 * Stores the picture that came as `image` with a form, before anything else is looked at: a refused form need not bring
 * it again. Answers its hash, null where none was chosen, or what is wrong with it.
 */
export async function keepPicture(
	form: FormData,
	context: Readonly<RouterContextProvider>,
): Promise<{ hash: string | null; errors: FieldErrors }> {
	const file = form.get('image');
	// A file field in which nothing was chosen is sent as a file without a name.
	if (!(file instanceof File) || (file.name === '' && file.size === 0)) return { hash: null, errors: {} };
	const { answer, refusal } = await submit(uploadImage, context, {
		read: async () => ({ bytes: new Uint8Array(await file.arrayBuffer()) }),
	});
	if (!refusal) return { hash: answer.hash, errors: {} };
	return { hash: null, errors: { image: refusal.fieldErrors.image ?? [refusal.error] } };
}
