import { afterEach, beforeEach, expect, test } from 'vitest';
import type { User } from '~/database/models/index.ts';
import { createEventRow, createUserRow } from '~/seeds/factories.ts';
import { listUpcomingEvents } from '~/server/operations/events/list-upcoming-events.ts';
import { perform } from '~/server/operations/kernel/operation.ts';
import { clearTables, useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';

useTestEnvironment();
useDatabase();

const now = new Date('2029-12-01T12:00:00Z');
let player: User;
beforeEach(async () => {
	player = await createUserRow();
});
afterEach(() => clearTables('events', 'users'));

const read = (at = now) =>
	perform(listUpcomingEvents, { actor: { id: player.id, role: player.role }, now: at });

test('an event is listed until the end of its day', async () => {
	const { id, date } = await createEventRow();
	expect((await read()).items.map((item) => item.id)).toEqual([id]);
	expect((await read(new Date(date.getTime() + 86_400_000))).items).toEqual([]);
});

test('events of yesterday that still run are named in the order of their starts', async () => {
	const create = (hour: number) =>
		createEventRow({ date: new Date(`2029-12-01T0${hour}:00:00Z`), duration: 600 });
	const [second, first] = [await create(4), await create(3)];
	expect((await read()).running).toEqual([first, second].map(({ id, title }) => ({ id, title })));
});
