import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { IMAGE_UNREADABLE } from '~/domain/images.ts';
import { invalid, missing } from '~/domain/refusal.ts';
import { type PreparedImage, readImage, readImageDataUrl } from '../../images/read-image.ts';
import { findImageByHash, readImageParts, type StoredImage, storeImage } from '../../images/store.ts';
import { recordAudit } from '../kernel/audit.ts';
import { defineOperation } from '../kernel/operation.ts';

/**
 * Returns a stored image and its bytes in parts, which are read as they are taken (GET /images/{hash}). Throws Refusal
 * 'missing' when no such image exists.
 */
export const readStoredImage = defineOperation({
	allow: 'images.read',
	params: ['hash'],
	async handle({ params }): Promise<{ image: StoredImage; parts: ReturnType<typeof readImageParts> }> {
		const image = await findImageByHash(params.hash);
		if (!image) throw missing('Image');
		return { image, parts: readImageParts(image) };
	},
});

/**
 * Stores the image of a page's form before the rest of the form is validated, so that the user need not
 * choose it again when the form is refused. Throws Refusal 'invalid' (field `image`) when the bytes are not a
 * valid image, 'unavailable' when too many images are being decoded.
 */
export const uploadImage = defineOperation({
	allow: 'images.upload',
	input: z.object({ bytes: z.instanceof(Uint8Array) }),
	handle: async ({ actor, input, now }): Promise<{ hash: string }> => {
		const prepared = await readImage(input.bytes);
		return inTransaction(async (transaction) => {
			const { id, hash } = await storeImage(prepared, transaction);
			await recordAudit('images.upload', { type: 'image', id }, { actor, now, transaction });
			return { hash };
		});
	},
});

/** The image for an event: sent with the request and decoded, or already stored and given by its hash. */
export type ChosenImage = { hash: string; prepared: PreparedImage | null };

/**
 * Returns the image of a request body: `image` is a data URL, `imageHash` names a stored image; null without
 * either. It decodes the image, so call it before the transaction begins. Throws Refusal 'invalid' (field
 * `image`) when the data is not a valid image, 'unavailable' when too many images are being decoded.
 */
export async function chooseImage(body: {
	image?: string | null | undefined;
	imageHash?: string | null | undefined;
}): Promise<ChosenImage | null> {
	if (body.image) {
		const prepared = await readImageDataUrl(body.image);
		return { hash: prepared.hash, prepared };
	}
	return body.imageHash ? { hash: body.imageHash, prepared: null } : null;
}

/**
 * Returns the id of a chosen image, and stores the image first if it was sent with the request. Throws
 * Refusal 'invalid' (field `image`) when no image with this hash is stored.
 */
export async function getImageId({ hash, prepared }: ChosenImage, transaction: Transaction): Promise<string> {
	if (prepared) return (await storeImage(prepared, transaction)).id;
	const stored = await findImageByHash(hash, transaction);
	if (!stored) throw invalid({ image: [IMAGE_UNREADABLE] });
	return stored.id;
}
