import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { QueryTypes } from 'sequelize';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { Event, Setting } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { rowsOf } from '~/seeds/rows.ts';
import { type PreparedImage, readImage } from '~/server/images/read-image.ts';
import { deleteOrphanImages, findImageByHash, readImageBytes, storeImage } from '~/server/images/store.ts';
import { readStoredImage } from '~/server/operations/events/upload-image.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { getOperationOutcome } from '~/tests/support/operation-outcome.ts';
import { createAnimatedGif, createJpeg, createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
useDatabase();

/**
 * Returns an image that is no real picture and is different every time, because the store never looks at its
 * content.
 */
const makePreparedImage = (bytes = randomBytes(40)): PreparedImage => ({
	bytes,
	hash: randomBytes(32).toString('hex'),
	mime: 'image/png',
	width: 4,
	height: 3,
});
const setAge = (id: string, hours: number) =>
	database().query(`UPDATE images SET created_at = now() - :hours * interval '1 hour' WHERE id = :id`, {
		type: QueryTypes.UPDATE,
		replacements: { id, hours },
	});
async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const item of items) all.push(item);
	return all;
}
const exists = async (id: string) => (await rowsOf('images').count({ id })) === 1;
const sweep = () => deleteOrphanImages(new Date());

/** Stores an image that nothing refers to, 25 hours ago. Returns its id and hash. */
async function storeOldImage(): Promise<{ id: string; hash: string }> {
	const stored = await storeImage(makePreparedImage());
	await setAge(stored.id, 25);
	return stored;
}

beforeEach(async () => {
	await Event.destroy({ where: {} });
	await Setting.destroy({ where: {} });
	await rowsOf('images').delete();
});

describe('storing', () => {
	test.each([
		['JPEG', createJpeg],
		['PNG', createPng],
		['GIF', () => createAnimatedGif({ frames: 3 })],
	] as const)('a %s comes back byte for byte', async (_, make) => {
		const prepared = await readImage(await make());
		const { id, hash } = await storeImage(prepared);
		expect(hash).toBe(prepared.hash);
		const { mime, width, height } = prepared;
		expect(await findImageByHash(hash)).toEqual({
			id,
			hash,
			mime,
			width,
			height,
			size: prepared.bytes.length,
		});
		expect((await readImageBytes(id))?.equals(prepared.bytes)).toBe(true);
	});

	test('the same picture sent by ten users at once is one row', async () => {
		const file = await createPng();
		const stored = await Promise.all(
			Array.from({ length: 10 }, async () => storeImage(await readImage(file))),
		);
		expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
		expect(await rowsOf('images').count()).toBe(1);
	});

	test('is rolled back with its transaction', async () => {
		const prepared = makePreparedImage();
		const failed = inTransaction(async (transaction) => {
			await storeImage(prepared, transaction);
			expect(await findImageByHash(prepared.hash, transaction)).not.toBeNull();
			throw new Error('not after all');
		});
		await expect(failed).rejects.toThrow('not after all');
		expect(await findImageByHash(prepared.hash)).toBeNull();
	});

	test.each(['', 'x', '0'.repeat(63), 'A'.repeat(64), `${'0'.repeat(64)}\n`, "' OR true --", '0'.repeat(64)])(
		'there is no picture %j',
		async (hash) => expect(await findImageByHash(hash)).toBeNull(),
	);
});

describe('reading', () => {
	const read = (hash: string, actor: { id: string; role: 'player' } | null) =>
		perform(readStoredImage, { actor, now: new Date() }, { params: { hash } });

	test('is allowed for every user and no one else', async () => {
		const prepared = makePreparedImage();
		const { hash } = await storeImage(prepared);
		const { id } = await createUserRow();
		const player = { id, role: 'player' } as const;
		const { image, parts } = await read(hash, player);
		expect(image).toMatchObject({ hash, size: prepared.bytes.length });
		expect(Buffer.concat(await collect(parts)).equals(prepared.bytes)).toBe(true);
		expect(await getOperationOutcome(read(hash, null))).toBe('unauthenticated');
		expect(await getOperationOutcome(read('0'.repeat(64), player))).toBe('missing');
		expect(await getOperationOutcome(read('party.png', player))).toBe('missing');
	});

	test.each([0, 1, 2])('part %i is read when the one before was taken', async (taken) => {
		const bytes = randomBytes(300 * 1024);
		const { id, hash } = await storeImage(makePreparedImage(bytes));
		const { id: userId } = await createUserRow();
		const { parts } = await read(hash, { id: userId, role: 'player' });
		const first: Uint8Array[] = [];
		for (let part = 0; part < taken; part += 1) first.push((await parts.next()).value ?? new Uint8Array());
		expect(Buffer.concat(first).equals(bytes.subarray(0, taken * 64 * 1024))).toBe(true);
		await rowsOf('images').delete({ id });
		await expect(parts.next()).rejects.toThrow('The image was deleted while it was sent.');
	});
});

describe('sweeping', () => {
	test('deletes unused pictures a day after the last upload', async () => {
		const { id } = await storeImage(makePreparedImage());
		expect(await sweep()).toBe(0);
		expect(await deleteOrphanImages(new Date(Date.now() + DAY_MS - HOUR_MS))).toBe(0);
		expect(await deleteOrphanImages(new Date(Date.now() + DAY_MS + HOUR_MS))).toBe(1);
		expect(await exists(id)).toBe(false);
	});

	test('keeps an event’s picture until the event is deleted', async () => {
		const { id } = await storeOldImage();
		const event = await createEventRow({ imageId: id });
		expect(await sweep()).toBe(0);
		await event.destroy();
		expect(await sweep()).toBe(1);
		expect(await exists(id)).toBe(false);
	});

	test.each([(hash: string) => hash, (hash: string) => `/images/${hash}`])(
		'keeps the site’s own picture',
		async (write) => {
			const [usedImage, other] = [await storeOldImage(), await storeOldImage()];
			await Setting.create({ key: 'events_banner', value: other.hash });
			await Setting.create({ key: 'discord_event_image', value: write(usedImage.hash) });
			expect(await sweep()).toBe(1);
			expect(await exists(usedImage.id)).toBe(true);
			expect(await exists(other.id)).toBe(false);
		},
	);

	test('a picture that is sent again counts as new', async () => {
		const prepared = makePreparedImage();
		const { id } = await storeImage(prepared);
		await setAge(id, 25);
		await storeImage(prepared);
		expect(await sweep()).toBe(0);
		expect(await exists(id)).toBe(true);
	});

	test('keeps a picture that a running transaction uses', async () => {
		const { id, hash } = await storeOldImage();
		const event = await inTransaction(async (transaction) => {
			const found = await findImageByHash(hash, transaction);
			expect(await sweep()).toBe(0);
			return createEventRow({ imageId: found?.id ?? null }, { transaction });
		});
		expect(await sweep()).toBe(0);
		expect((await Event.findByPk(event.id))?.imageId).toBe(id);
	});

	test('keeps a picture whose event is not committed yet', async () => {
		const { id } = await storeOldImage();
		await inTransaction(async (transaction) => {
			await createEventRow({ imageId: id }, { transaction });
			expect(await sweep()).toBe(0);
		});
		expect(await exists(id)).toBe(true);
	});

	test('checks again for a reference committed during the selection', async () => {
		const { id, hash } = await storeOldImage();
		const query = pg.Client.prototype.query as (...args: unknown[]) => Promise<unknown>;
		let isReferred = false;
		vi.spyOn(pg.Client.prototype, 'query').mockImplementation(async function (this: pg.Client, ...args) {
			const result = await query.apply(this, args);
			if (!isReferred && JSON.stringify(args[0]).includes('SKIP LOCKED')) {
				isReferred = true;
				await Setting.create({ key: 'discord_event_image', value: hash });
			}
			return result as never;
		});
		expect(await sweep()).toBe(0);
		expect(isReferred).toBe(true);
		expect(await exists(id)).toBe(true);
	});

	test('with concurrent sweeps each form keeps its picture or finds none', async () => {
		const stored = await Promise.all(Array.from({ length: 100 }, storeOldImage));
		const outcomes = await Promise.all(
			stored.flatMap(({ hash }) => [
				inTransaction(async (transaction) => {
					const found = await findImageByHash(hash, transaction);
					return found ? (await createEventRow({ imageId: found.id }, { transaction })).id : null;
				}),
				sweep().then(() => null),
			]),
		);
		const keptIds = outcomes.filter((id) => id !== null);
		const events = await Event.findAll({ where: { id: keptIds } });
		expect(events.every(({ imageId }) => imageId !== null)).toBe(true);
		expect(await rowsOf('images').count()).toBe(keptIds.length);
	});
});
