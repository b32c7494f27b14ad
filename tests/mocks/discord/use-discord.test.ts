import { once } from 'node:events';
import { Client, Events, type RESTOptions } from 'discord.js';
import { expect, test } from 'vitest';
import { useDiscord } from './use-discord.ts';

const { state, gateway, origin } = useDiscord({ gateway: true });
const request: RESTOptions['makeRequest'] = (address, init) =>
	fetch(address, init as RequestInit) as unknown as ReturnType<RESTOptions['makeRequest']>;

test('a client reaches the msw handlers and the served gateway', async () => {
	const client = new Client({ intents: [1], rest: { api: `${origin}/api`, makeRequest: request } });
	const ready = once(client, Events.ClientReady);
	await client.login(state.guild.botToken);
	await ready;
	expect(gateway.sessions).toHaveLength(1);
	await client.destroy();
});

test('requests to other addresses are refused', async () => {
	const refused = fetch('https://discord.com/api/v10/gateway');
	await expect(refused).rejects.toMatchObject({
		cause: { message: expect.stringContaining('Cannot bypass') },
	});
});
