import { expect, test } from 'vitest';
import { DISCORD_TIMEOUT_MS } from '~/server/discord/client.ts';
import {
	createMessage,
	editMessage,
	type MessageChange,
	type MessageContent,
} from '~/server/discord/messages.ts';
import { createDiscordEvent, updateDiscordEvent } from '~/server/discord/scheduled-events.ts';
import { ANNOUNCEMENT_CHANNEL_ID } from '~/tests/mocks/discord/channels.ts';
import { useDiscord } from '~/tests/mocks/discord/use-discord.ts';
import { useTestEnvironment } from '~/tests/support/environment.ts';
import { createPng } from '~/tests/support/pictures.ts';

useTestEnvironment();
const { state } = useDiscord();

const EVENTS = '/guilds/{guild_id}/scheduled-events';
const MESSAGES = '/channels/{channel_id}/messages';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const TEXT = {
	name: 'Friday night',
	description: 'Bring tea.',
	location: 'The Hearth',
	scheduled_start_time: inHours(2),
	scheduled_end_time: inHours(5),
};
const CONTENT: MessageContent = {
	content: 'Friday night',
	components: [
		{ type: 1, components: [{ type: 2, style: 5, label: 'Open', url: 'https://townbell.example' }] },
	],
};

test('a call that sends a picture has more time than the others', { timeout: 60_000 }, async () => {
	const bytes = await createPng({ width: 3, height: 3 });
	const attachment = { name: 'event.png', bytes, mime: 'image/png' };
	const image = `data:image/png;base64,${bytes.toString('base64')}`;
	const { id } = await createDiscordEvent(TEXT, null);
	const post = (nonce: string, change: MessageChange) =>
		createMessage(ANNOUNCEMENT_CHANNEL_ID, change, { nonce, roleId: null });
	const messageId = await post('a', CONTENT);
	const routes = [
		`POST ${EVENTS}`,
		`PATCH ${EVENTS}/{guild_scheduled_event_id}`,
		`POST ${MESSAGES}`,
		`PATCH ${MESSAGES}/{message_id}`,
	];
	for (const route of routes) state.delay({ route, ms: DISCORD_TIMEOUT_MS + 500 });
	const message = { channelId: ANNOUNCEMENT_CHANNEL_ID, messageId };
	const [withPicture, without] = await Promise.all([
		Promise.allSettled([
			createDiscordEvent(TEXT, image),
			updateDiscordEvent(id, { image }),
			post('b', { ...CONTENT, attachment }),
			editMessage(message, { ...CONTENT, attachment }),
		]),
		Promise.allSettled([
			createDiscordEvent(TEXT, null),
			updateDiscordEvent(id, { image: null }),
			post('c', CONTENT),
			editMessage(message, CONTENT),
		]),
	]);
	expect(withPicture.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
	expect(without.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
});
