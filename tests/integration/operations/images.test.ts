import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { QueryTypes } from 'sequelize';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { database, inTransaction } from '~/database/connection.ts';
import { Event, Image, Setting } from '~/database/models/index.ts';
import { DAY_MS, HOUR_MS } from '~/domain/limits.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { type PreparedImage, readImage } from '~/server/images/read-image.ts';
import { deleteOrphanImages, findImageByHash, readImageBytes, storeImage } from '~/server/images/store.ts';
import { readStoredImage } from '~/server/operations/events/images.ts';
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
const makePreparedImage = (): PreparedImage => ({
	bytes: randomBytes(40),
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
const exists = async (id: string) => (await Image.count({ where: { id } })) === 1;
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
	await Image.destroy({ where: {} });
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
		expect(await findImageByHash(hash)).toEqual({ id, hash, mime, width, height });
		expect((await readImageBytes(id))?.equals(prepared.bytes)).toBe(true);
	});

	test('the same picture sent by ten users at once is one row', async () => {
		const file = await createPng();
		const stored = await Promise.all(
			Array.from({ length: 10 }, async () => storeImage(await readImage(file))),
		);
		expect(new Set(stored.map(({ id }) => id)).size).toBe(1);
		expect(await Image.count()).toBe(1);
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
	const read = (hash: string, withBytes: boolean, actor: { id: string; role: 'player' } | null) =>
		perform(readStoredImage, { actor, now: new Date() }, { params: { hash }, read: () => ({ withBytes }) });

	test('is allowed for every user and no one else', async () => {
		const prepared = makePreparedImage();
		const { hash } = await storeImage(prepared);
		const { id } = await createUserRow();
		const player = { id, role: 'player' } as const;
		expect(await read(hash, true, player)).toMatchObject({ image: { hash }, bytes: prepared.bytes });
		expect(await read(hash, false, player)).toMatchObject({ image: { hash }, bytes: null });
		expect(await getOperationOutcome(read(hash, true, null))).toBe('unauthenticated');
		expect(await getOperationOutcome(read('0'.repeat(64), true, player))).toBe('missing');
		expect(await getOperationOutcome(read('party.png', true, player))).toBe('missing');
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
		expect(await Image.count()).toBe(keptIds.length);
	});
});
