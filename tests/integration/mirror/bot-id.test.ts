import { expect, test } from 'vitest';
import { mirrorEvent } from '~/server/operations/mirror/mirroring.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { create, stateOf } from './support.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();
const READ_BOT = 'GET /users/@me';

test('the bot’s ID is read once; a failed read is tried again, and nothing is created without it', async () => {
	const eventId = await create();
	state.fail({ route: READ_BOT, status: 500, times: 1 });
	await expect(mirrorEvent(eventId, new Date())).rejects.toMatchObject({ name: 'DiscordUnavailable' });
	expect(await stateOf(eventId)).toBe('pending: Discord does not answer. We try again by ourselves.');
	expect(state.events.list()).toEqual([]);
	for (const id of [eventId, await create()]) {
		await mirrorEvent(id, new Date());
		expect(await stateOf(id)).toBe('synced');
	}
	expect(state.countRequests(READ_BOT)).toBe(2);
});
