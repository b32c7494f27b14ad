import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { inTransaction } from '~/database/connection.ts';
import { IMAGE_UNREADABLE } from '~/domain/images/texts.ts';
import { invalid, missing } from '~/domain/refusal.ts';
import { type PreparedImage, readImage, readImageDataUrl } from '../../images/read-image.ts';
import { findImageByHash, readImageBytes, type StoredImage, storeImage } from '../../images/store.ts';
import { recordAudit } from '../kernel/audit.ts';
import { operation } from '../kernel/operation.ts';

/** GET /images/{hash}: a stored picture, its bytes only where they are asked for. Refuses: 404 no such picture. */
export const readStoredImage = operation({
	allow: 'images.read',
	params: ['hash'],
	input: z.object({ withBytes: z.boolean() }),
	async handle({ params, input }): Promise<{ image: StoredImage; bytes: Buffer | null }> {
		const image = await findImageByHash(params.hash);
		if (!image) throw missing('Image');
		if (!input.withBytes) return { image, bytes: null };
		const bytes = await readImageBytes(image.id);
		// It was swept just now.
		if (!bytes) throw missing('Image');
		return { image, bytes };
	},
});

/**
 * Keeps a picture that came with a page's form before the rest of the form is looked at: a refused form need not choose
 * it again. Refuses (422 at `image`) what is no picture.
 */
export const uploadImage = operation({
	allow: 'images.upload',
	input: z.object({ bytes: z.instanceof(Uint8Array) }),
	handle: async ({ actor, input, now }): Promise<{ hash: string }> => {
		const prepared = await readImage(input.bytes);
		return inTransaction(async (transaction) => {
			const { id, hash } = await storeImage(prepared, transaction);
			const subject = { type: 'image' as const, id };
			await recordAudit({ actor, action: 'images.upload', subject, now }, transaction);
			return { hash };
		});
	},
});

/** A picture that an event shall have: sent along and decoded, or stored before and named by its hash. */
export type ChosenImage = { hash: string; prepared: PreparedImage | null };

/**
 * The picture of a body: `image` is a data URL, `imageHash` names one that is stored; null when it has neither. Decodes,
 * so it stands before the transaction. Refuses (422 at `image`) what is no picture.
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

/** The id of a chosen picture, stored now if it was sent along. Refuses (422 at `image`) a hash that names none. */
export async function findImageId(
	{ hash, prepared }: ChosenImage,
	transaction: Transaction,
): Promise<string> {
	if (prepared) return (await storeImage(prepared, transaction)).id;
	const stored = await findImageByHash(hash, transaction);
	if (!stored) throw invalid({ image: [IMAGE_UNREADABLE] });
	return stored.id;
}
