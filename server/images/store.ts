import type { Transaction } from 'sequelize';
import { inTransaction, withDatabaseBudget } from '~/database/connection.ts';
import { execute, one, selectColumn } from '~/database/sql.ts';
import { HOUR_MS } from '~/domain/limits.ts';
import { createConcurrencyLimit } from '../concurrency-limit.ts';
import type { PreparedImage } from './read-image.ts';

/**
 * A picture without a reference is kept for this time, because it may come from a form that was rejected and
 * will be sent again.
 */
const IMAGE_ORPHAN_HOURS = 24;

/** `size` is the number of bytes. */
export type StoredImage = {
	id: string;
	hash: string;
	mime: string;
	width: number;
	height: number;
	size: number;
};
type ImageRow = Omit<StoredImage, 'hash'> & { content_hash: string };

/** How much of a picture is read at once: what a client that does not read costs. */
const PART_BYTES = 64 * 1024;
/** The time limit of one part. The whole picture has none. */
const PART_BUDGET_MS = 8_000;
/** Clients that load pictures take turns, so that pages need not wait for a connection to the database. */
const takeTurn = createConcurrencyLimit({
	atOnce: 2,
	waiting: 1_000,
	retryAfterSeconds: 5,
	refusal: 'Too many pictures are being loaded. Please try again in a moment.',
});
const COLUMNS = 'id, content_hash, mime, width, height, octet_length(bytes) AS size';

const HASH = /^[0-9a-f]{64}$/;

/**
 * Stores a picture and returns its id and hash. The same picture is one row, even when it is stored twice at
 * the same time. Storing it again renews its age, so that it is not deleted while a form may still use it.
 * Inside a transaction the row stays until the transaction ends.
 */
export async function storeImage(
	prepared: PreparedImage,
	transaction?: Transaction,
): Promise<{ id: string; hash: string }> {
	const { hash, mime, bytes, width, height } = prepared;
	const row = await one<{ id: string }>(
		`INSERT INTO images (content_hash, mime, bytes, width, height) VALUES (:hash, :mime, :bytes, :width, :height)
		ON CONFLICT (content_hash) DO UPDATE SET created_at = now() RETURNING id`,
		{ hash, mime, bytes, width, height },
		transaction,
	);
	if (!row) throw new Error('The image was not stored.');
	return { id: row.id, hash };
}

/**
 * Returns the stored picture with this hash, without its bytes, or null when there is none or `hash` is not a hash.
 * With a transaction the picture cannot be deleted before that ends; use this before a row refers to the picture.
 */
export async function findImageByHash(hash: string, transaction?: Transaction): Promise<StoredImage | null> {
	if (!HASH.test(hash)) return null;
	const row = await one<ImageRow>(
		`SELECT ${COLUMNS} FROM images WHERE content_hash = :hash
		${transaction ? 'FOR KEY SHARE' : ''}`,
		{ hash },
		transaction,
	);
	return row ? toStoredImage(row) : null;
}

/** Returns the stored picture with this id, without its bytes, or null when it does not exist. */
export async function findImageById(id: string): Promise<StoredImage | null> {
	const row = await one<ImageRow>(`SELECT ${COLUMNS} FROM images WHERE id = :id`, { id });
	return row ? toStoredImage(row) : null;
}

const toStoredImage = ({ id, content_hash, ...row }: ImageRow): StoredImage => ({
	id,
	hash: content_hash,
	...row,
});

/** Returns the bytes of a stored picture, or null when it does not exist. */
export async function readImageBytes(id: string): Promise<Buffer | null> {
	const row = await one<{ bytes: Buffer }>('SELECT bytes FROM images WHERE id = :id', { id });
	return row?.bytes ?? null;
}

/**
 * Yields the bytes of a stored picture in parts, each read when the one before was taken. Throws an Error when the
 * picture is deleted before its end.
 */
export async function* readImageParts({ id, size }: StoredImage): AsyncGenerator<Uint8Array, void, void> {
	for (let from = 1; from <= size; from += PART_BYTES) {
		// As base64, because the driver gets bytes as hexadecimal digits, twice their length.
		const row = await takeTurn(() =>
			withDatabaseBudget(PART_BUDGET_MS, () =>
				one<{ part: string }>(
					"SELECT encode(substring(bytes FROM :from FOR :length), 'base64') AS part FROM images WHERE id = :id",
					{ id, from, length: PART_BYTES },
				),
			),
		);
		if (!row) throw new Error('The image was deleted while it was sent.');
		yield Buffer.from(row.part, 'base64');
	}
}

const UNUSED = `NOT EXISTS (SELECT FROM events e WHERE e.image_id = i.id)
	AND NOT EXISTS (SELECT FROM event_series se WHERE se.image_id = i.id)
	AND NOT EXISTS (SELECT FROM undo_rows k WHERE k.table_name = 'events' AND k.before ->> 'image_id' = i.id::text)
	AND NOT EXISTS (SELECT FROM undo_rows k WHERE k.table_name = 'settings' AND strpos(k.before ->> 'value', i.content_hash) > 0)
	AND NOT EXISTS (SELECT FROM settings s WHERE s.key = 'discord_event_image' AND strpos(s.value, i.content_hash) > 0)`;

/**
 * Deletes the pictures that no event, no site setting and no undo uses and that were last uploaded more than a day
 * before `now`; returns how many. Pictures that another transaction has locked in order to use them stay.
 *
 * Uses two statements, because a statement does not see what is committed while it waits: the first locks the pictures
 * that look unused and skips locked ones, the second checks again for references that were committed before the lock.
 */
export function deleteOrphanImages(now: Date): Promise<number> {
	const before = new Date(now.getTime() - IMAGE_ORPHAN_HOURS * HOUR_MS);
	return inTransaction(async (transaction) => {
		const locked = await selectColumn(
			`SELECT i.id FROM images i WHERE i.created_at < :before AND ${UNUSED} FOR UPDATE SKIP LOCKED`,
			{ before },
			transaction,
		);
		if (locked.length === 0) return 0;
		return execute(
			`DELETE FROM images i WHERE i.id = ANY(:ids::bigint[]) AND ${UNUSED}`,
			{ ids: locked },
			transaction,
		);
	});
}
