import { expect, test } from 'vitest';
import { mirrorEvent } from '~/server/operations/mirror/mirror-event.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useDatabase } from '~/tests/support/database.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createMirroredEvent, readMirrorState } from './mirror-scenario.ts';

useTestEnvironment();
useDatabase();
const { state } = useDiscord();
const READ_BOT = 'GET /users/@me';

test('reads the bot’s ID once, retries a failed read, and creates nothing without it', async () => {
	const eventId = await createMirroredEvent();
	state.fail({ route: READ_BOT, status: 500, times: 1 });
	await expect(mirrorEvent(eventId, new Date())).rejects.toMatchObject({ name: 'DiscordUnavailable' });
	expect(await readMirrorState(eventId)).toBe("pending: Discord isn't responding. We'll keep trying.");
	expect(state.events.list()).toEqual([]);
	for (const id of [eventId, await createMirroredEvent()]) {
		await mirrorEvent(id, new Date());
		expect(await readMirrorState(id)).toBe('synced');
	}
	expect(state.countRequests(READ_BOT)).toBe(2);
});
